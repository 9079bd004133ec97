import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { listCandles } from '../../../wire/candles.ts'
import { serverNow } from '../../node/clock.ts'
import type { HistoryState } from './history-state.ts'
import { byLength, type Interval } from './interval.ts'
import { askCandles, oldestPage } from './query.ts'
import type { CandleSubject } from './use-subject.ts'
import type { View } from './view.ts'

/** Start of the first candle that the node keeps of a candle id, in Unix nanoseconds. Throws NodeFailure. */
export async function firstStart(candleId: string, signal: AbortSignal): Promise<bigint | undefined> {
  const page = await askCandles(oldestPage(candleId, 1, serverNow()), signal)
  const start = page.edges[0]?.node.start
  return start === undefined ? undefined : BigInt(start)
}

/** Where the candles of one id begin; `start` is undefined when there is none. */
export const beginningQuery = (candleId: string) =>
  queryOptions({
    queryKey: [listCandles.name, candleId, 'first'],
    queryFn: async ({ signal }) => ({ start: await firstStart(candleId, signal) }),
    staleTime: 60_000,
  })

/**
 * The finest longer interval whose candles end before `start`, where those of `interval` begin (before everything when
 * it has none): nodes keep fine candles for less time than coarse ones. A few requests, one after the other.
 */
export async function findFurther(
  intervals: readonly Interval[],
  interval: Interval,
  start: bigint | undefined,
  first: (candleId: string) => Promise<bigint | undefined>,
): Promise<Interval | undefined> {
  const longer = intervals
    .filter(({ length }) => length !== undefined && length > (interval.length ?? 0n))
    .sort(byLength)
  const reaches = async (at: number): Promise<boolean> => {
    const { candleId, length = 0n } = longer[at]!
    const begins = await first(candleId)
    return begins !== undefined && (start === undefined || begins + length <= start)
  }
  const last = longer.length - 1
  let [below, found] = [-1, 0]
  while (found <= last && !(await reaches(found)))
    [below, found] = [found, found === last ? last + 1 : Math.min(found * 2 + 1, last)]
  if (found > last) return undefined
  while (found - below > 1) {
    const middle = (below + found) >> 1
    if (await reaches(middle)) found = middle
    else below = middle
  }
  return longer[found]
}

/** The longer interval that goes back further, once it is known; nothing is asked before `enabled`. */
export function useFurther(
  intervals: readonly Interval[],
  interval: Interval | undefined,
  start: string | undefined,
  enabled: boolean,
): Interval | undefined {
  const asks = enabled && interval !== undefined
  const { data } = useQuery({
    queryKey: [listCandles.name, 'further', interval?.candleId, start],
    queryFn: async ({ signal }) => ({
      interval:
        interval &&
        (await findFurther(intervals, interval, start === undefined ? undefined : BigInt(start), (candleId) =>
          firstStart(candleId, signal),
        )),
    }),
    enabled: asks,
    staleTime: Number.POSITIVE_INFINITY,
  })
  // What was found for the same candles earlier is no news to a view that does not begin with them.
  return asks ? data?.interval : undefined
}

/** Whether a range begins before the first candle of its interval by a candle at least. */
const startsEarlier = (from: string | undefined, first: string, length: bigint): boolean =>
  from !== undefined && BigInt(from) + length <= BigInt(first)

/**
 * The longer interval to offer beside candles that begin too late: for a range that starts before them, and for a reader
 * who went to their left end.
 */
export function useFurtherBack(
  { phase, error, older, candles }: HistoryState,
  view: View,
  from: string | undefined,
  { intervals, interval }: Pick<CandleSubject, 'intervals' | 'interval'>,
): Interval | undefined {
  const wentThere = useSyncExternalStore(
    view.visible.subscribe,
    () => view.moves.get() > 0 && (view.visible.get()?.before ?? 1) < 1,
  )
  const first = candles[0]?.start
  const length = interval?.length
  const begun = phase === 'ready' && !error && !older.more && first !== undefined && length !== undefined
  const wanted = begun && (wentThere || startsEarlier(from, first, length))
  return useFurther(intervals, interval, first, wanted)
}
