import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { type Candle, candleIdOf, parseCandleId } from '../../../../wire/candles.ts'
import { useObservable } from '../../../use-observable.ts'
import { type CandleSeries, createCandleSeries } from './candle-series.ts'
import { compareIntegers } from './merge-candles.ts'
import type { SeriesState } from './series-state.ts'

const startsAfter = (a: Candle, b: Candle): boolean => compareIntegers(a.start, b.start) > 0

/** Whether two candle ranges do not overlap; false if one is empty. */
function isApart(held: readonly Candle[], wanted: readonly Candle[]): boolean {
  const [first, last, from, to] = [held[0], held.at(-1), wanted[0], wanted.at(-1)]
  if (!first || !last || !from || !to) return false
  return startsAfter(from, last) || startsAfter(first, to)
}

/** The requests sent so far, so that a market without data in the range is not requested repeatedly. */
interface Requested {
  from?: string
  to?: string
  newest?: string
}

/** How often the trades of the running bar are requested, in nanoseconds. */
const refreshNs = 2_000_000_000n

const needsOlder = ({ older, candles: [oldest] }: SeriesState, from: Candle): boolean =>
  older.more && !older.error && older.drops === undefined && oldest !== undefined && startsAfter(oldest, from)

/** Loads the second candle id for the range of the first, one request at a time. */
function follow(series: CandleSeries, state: SeriesState, wanted: readonly Candle[], requested: Requested): void {
  const { phase, candles, older, newer } = state
  const [from, to, last] = [wanted[0], wanted.at(-1), candles.at(-1)]
  if (!from || !to) return
  if (!last || isApart(candles, wanted)) {
    if (requested.from === from.start && requested.to === to.start) return
    Object.assign(requested, { from: from.start, to: to.start })
    series.open({ from: from.start, to: String(BigInt(to.start) + 1n), bars: wanted.length })
    return
  }
  if (phase !== 'ready' || older.loading || newer.loading) return
  if (needsOlder(state, from)) return void series.loadOlder()
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
