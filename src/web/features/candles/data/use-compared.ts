import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { type Candle, candleIdOf, parseCandleId } from '../../../../wire/candles.ts'
import { useObservable } from '../../../use-observable.ts'
import { type CandleSeries, createCandleSeries } from './candle-series.ts'
import { compareIntegers } from './merge-candles.ts'
import type { End, SeriesState } from './series-state.ts'

const startsAfter = (a: Candle, b: Candle): boolean => compareIntegers(a.start, b.start) > 0

/** Whether two ranges of candles do not overlap. */
const isApart = ([first, last]: [Candle, Candle], [from, to]: [Candle, Candle]): boolean =>
  startsAfter(from, last) || startsAfter(first, to)

/** The requests sent so far, so that a market without data in the range is not requested repeatedly. */
interface Requested {
  place?: string
  newest?: string
}

/** How often the trades of the running bar are requested, in nanoseconds. */
const refreshNs = 2_000_000_000n

const canLoad = ({ more, error, drops }: End): boolean => more && !error && drops === undefined

/** Loads the second candle id for the range of the first, one request at a time. */
function follow(series: CandleSeries, state: SeriesState, wanted: readonly Candle[], requested: Requested): void {
  const { phase, candles, older, newer } = state
  const [from, to, first, last] = [wanted[0], wanted.at(-1), candles[0], candles.at(-1)]
  if (!from || !to) return
  if (!first || !last || isApart([first, last], [from, to])) {
    const place = `${from.start} ${to.start}`
    if (requested.place === place) return
    requested.place = place
    series.open({ from: from.start, to: String(BigInt(to.start) + 1n), bars: wanted.length })
    return
  }
  if (phase !== 'ready' || older.loading || newer.loading) return
  if (canLoad(older) && startsAfter(first, from)) return void series.loadOlder()
  // The running bar changes in both: request it for each new bar of the first, and regularly for its trades.
  const newest = `${to.start} ${BigInt(to.lastUpdate) / refreshNs} ${last.start}`
  if (newer.error || requested.newest === newest || startsAfter(last, to)) return
  requested.newest = newest
  void series.loadNewer()
}

/** The second candle id with the interval of the first: bars of different lengths do not share start times. */
export function comparedId(compare: string | undefined, candleId: string | undefined): string | undefined {
  const [second, first] = [parseCandleId(compare ?? ''), parseCandleId(candleId ?? '')]
  return second && first ? candleIdOf(first.interval, second.marketId) : compare
}

/** A second candle id over the time range of `wanted`; undefined if no market is compared. */
export function useCompared(
  candleId: string | undefined,
  node: string,
  wanted: readonly Candle[],
): { series: CandleSeries; state: SeriesState } | undefined {
  const client = useQueryClient()
  const { series, requested } = useMemo(
    () => ({
      series: createCandleSeries(client, { node, candleId: candleId ?? '' }),
      requested: {} as Requested,
    }),
    [client, candleId, node],
  )
  const state = useObservable(series)
  useEffect(() => {
    if (candleId !== undefined) follow(series, state, wanted, requested)
  }, [candleId, series, wanted, state, requested])
  return candleId === undefined ? undefined : { series, state }
}
