import { queryOptions, useQuery } from '@tanstack/react-query'
import { candleBounds } from '../../../../wire/candle-interval.ts'
import { listCandles } from '../../../../wire/candles.ts'
import { serverNow } from '../../../client/server-clock.ts'
import { useObservable } from '../../../use-observable.ts'
import type { ChartView } from '../chart/chart-view.ts'
import type { CandleSubject } from '../use-candle-subject.ts'
import type { SeriesState } from './candle-series.ts'
import { type Interval, longerThan } from './interval.ts'
import { askCandles } from './query.ts'

/** Start of the oldest candle the node keeps for a candle id, in Unix nanoseconds. Throws NodeFailure. */
async function firstStart(candleId: string, signal: AbortSignal): Promise<bigint | undefined> {
  const bounds = candleBounds(candleId, { now: serverNow() })
  const page = await askCandles({ candleId, ...bounds, pagination: { first: 1, newestFirst: false } }, signal)
  const start = page.edges[0]?.node.start
  return start === undefined ? undefined : BigInt(start)
}

/** Start of a candle id's oldest candle in Unix nanoseconds; `start` is undefined if it has none. */
export const firstCandleQuery = (candleId: string) =>
  queryOptions({
    queryKey: [listCandles.name, candleId, 'first'],
    queryFn: async ({ signal }) => ({ start: await firstStart(candleId, signal) }),
    staleTime: 60_000,
  })

/** What the user wants to see before the candles of an interval begin, in Unix nanoseconds as text. */
interface EarlierRange {
  /** The requested range: ideally covered completely, otherwise in part. */
  from?: string | undefined
  to?: string | undefined
  /** Start of the existing candles, when any earlier data is sufficient. */
  start?: string | undefined
}

type Goal = (begins: bigint, length: bigint) => boolean

/** Goals from best to sufficient; any candle if nothing is specified. */
function goalsOf({ from, to, start }: EarlierRange): Goal[] {
  const goals: Goal[] = []
  if (from !== undefined) goals.push((begins) => begins <= BigInt(from))
  if (to !== undefined) goals.push((begins) => begins < BigInt(to))
  if (start !== undefined) goals.push((begins, length) => begins + length <= BigInt(start))
  return goals.length > 0 ? goals : [() => true]
}

/** Index of the first match, given that all later entries match too. Checks few entries, one at a time. */
async function findFirst(count: number, holds: (at: number) => Promise<boolean>): Promise<number | undefined> {
  const last = count - 1
  let [below, found] = [-1, 0]
  while (found <= last && !(await holds(found)))
    [below, found] = [found, found === last ? count : Math.min(found * 2 + 1, last)]
  if (found > last) return undefined
  while (found - below > 1) {
    const middle = (below + found) >> 1
    if (await holds(middle)) found = middle
    else below = middle
  }
  return found
}

/** The finest longer interval that has the requested range. `first` returns where candles begin, once per id. */
export async function findFurther(
  intervals: readonly Interval[],
  interval: Interval,
  range: EarlierRange,
  first: (candleId: string) => Promise<bigint | undefined>,
): Promise<Interval | undefined> {
  const longer = longerThan(interval, intervals)
  const starts = new Map<string, Promise<bigint | undefined>>()
  const begin = (candleId: string): Promise<bigint | undefined> => {
    const begins = starts.get(candleId) ?? first(candleId)
    starts.set(candleId, begins)
    return begins
  }
  for (const goal of goalsOf(range)) {
    const found = await findFirst(longer.length, async (at) => {
      const { candleId, length = 0n } = longer[at]!
      const begins = await begin(candleId)
      return begins !== undefined && goal(begins, length)
    })
    if (found !== undefined) return longer[found]
  }
  return undefined
}

/** The longer interval that has the requested range, once known. Sends no request until `enabled`. */
export function useFurther(
  intervals: readonly Interval[],
  interval: Interval | undefined,
  range: EarlierRange,
  enabled: boolean,
): Interval | undefined {
  const asks = enabled && interval !== undefined
  const { data } = useQuery({
    queryKey: [listCandles.name, 'further', interval?.candleId, range],
    queryFn: async ({ signal }) => ({
      interval: interval && (await findFurther(intervals, interval, range, (candleId) => firstStart(candleId, signal))),
    }),
    enabled: asks,
    staleTime: Number.POSITIVE_INFINITY,
  })
  // Ignore a cached result for the same candles if this view does not begin at their start.
  return asks ? data?.interval : undefined
}

/** The longer interval to offer when candles begin too late for the range, or for a user at their left end. */
export function useFurtherBack(
  { phase, error, older, candles }: SeriesState,
  view: ChartView,
  from: string | undefined,
  { intervals, interval }: Pick<CandleSubject, 'intervals' | 'interval'>,
): Interval | undefined {
  const wentThere = useObservable(view.visible, (visible) => view.moves.get() > 0 && (visible?.before ?? 1) < 1)
  const first = candles[0]?.start
  const length = interval?.length
  const begun = phase === 'ready' && !error && !older.more && first !== undefined && length !== undefined
  const early = begun && from !== undefined && BigInt(from) + length <= BigInt(first)
  return useFurther(
    intervals,
    interval,
    { from: early ? from : undefined, start: first },
    early || (begun && wentThere),
  )
}
