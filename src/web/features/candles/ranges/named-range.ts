import { useMemo } from 'react'
import { bucketStart } from '../../../../wire/candle-interval.ts'
import { chainNow } from '../../../client/node-status.ts'
import { fitInterval, type Interval, longerThan } from '../data/interval.ts'

const day = 86_400_000_000_000n

/** Time ranges up to now, and the interval that each is shown with; `All` goes back to the market's first candle. */
export const namedRanges = [
  { name: '1D', words: 'one day', span: day, interval: '5 minutes' },
  { name: '1W', words: 'one week', span: 7n * day, interval: '30 minutes' },
  { name: '1M', words: 'one month', span: 30n * day, interval: '4 hours' },
  { name: '3M', words: 'three months', span: 91n * day, interval: '12 hours' },
  { name: '1Y', words: 'one year', span: 365n * day, interval: '1 day' },
  { name: 'All', words: 'all candles', span: undefined, interval: undefined },
] as const

export type NamedRange = (typeof namedRanges)[number]
export type RangeName = NamedRange['name']
export type RelativeRange = Extract<NamedRange, { span: bigint }>

export const rangeNames = namedRanges.map(({ name }) => name)

/** The named range of an address, unless bounds beside it are what is shown; `All` has the start of the first candle. */
export function rangeInUse({ range, from, to }: { range?: RangeName; from?: string; to?: string }) {
  const isAll = range === 'All'
  return (from !== undefined) === isAll && to === undefined ? range : undefined
}

/** With more candles than this, `All` uses the next longer interval, so that single candles can be distinguished. */
const maxForAll = 600

/** The interval that a range is shown with; where the node does not list it, the next longer one, or the longest. */
export function intervalFor({ interval: wanted, span }: RelativeRange, intervals: readonly Interval[]) {
  const listed = intervals.find(({ name }) => name === wanted)
  if (listed) return listed
  const fixed = longerThan({ length: 0n }, intervals)
  // About as many candles as the others: a range of one unlisted interval is neither a handful nor thousands.
  return fixed.find(({ length = 1n }) => span / length <= 400n) ?? fixed.at(-1)
}

/** The finest interval that shows a span in few enough candles; undefined if none has a fixed length. */
export function intervalForAll(span: bigint, intervals: readonly Interval[]): Interval | undefined {
  const [shortest, ...others] = longerThan({ length: 0n }, intervals)
  return shortest && fitInterval([shortest, ...others], shortest, span, maxForAll)
}

/** Where a range of whole candles begins whose last one is running at `now`; Unix nanoseconds. */
export function rangeStart(span: bigint, length: bigint | undefined, now: bigint): bigint {
  const start = length === undefined ? now - span : bucketStart(bucketStart(now, length) + length - span, length)
  return start > 0n ? start : 0n
}

/** The address with the instant at which its range starts (`range=1W` is a week up to now, also tomorrow), and the range in use. */
export function useNamedRange<Given extends { search: { range?: RangeName; from?: string; to?: string } }>(
  given: Given,
  interval: Interval | undefined,
): [Given, RangeName | undefined] {
  const { search } = given
  const inUse = rangeInUse(search)
  const span = namedRanges.find(({ name }) => name === inUse)?.span
  const isKnown = interval !== undefined
  const length = interval?.length
  // Once per address, not per candle. The interval comes from the node, so its clock is known by then.
  const start = useMemo(
    () => (span !== undefined && isKnown ? String(rangeStart(span, length, chainNow())) : undefined),
    [span, isKnown, length],
  )
  const ranged = useMemo(() => (start === undefined ? search : { ...search, from: start }), [search, start])
  return [{ ...given, search: ranged }, inUse]
}
