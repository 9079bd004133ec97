import { useMemo } from 'react'
import { chainNow } from '../../../client/node-status.ts'
import type { Interval } from '../data/interval.ts'
import type { Address } from '../use-candles-url.ts'
import { rangeInUse, type RangeName, rangeStart, timeRanges } from './time-range.ts'

/** The address with the instant at which its range starts (`range=1W` is a week up to now, also tomorrow), and the range in use. */
export function useTimeRange<Given extends Pick<Address, 'search'>>(
  given: Given,
  interval: Interval | undefined,
): [Given, RangeName | undefined] {
  const { search } = given
  const inUse = rangeInUse(search)
  const span = timeRanges.find(({ name }) => name === inUse)?.span
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
