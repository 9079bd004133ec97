import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useObservable } from '../../../use-observable.ts'
import { type ChartView, createChartView } from '../chart/chart-view.ts'
import { followCandles } from '../live/follow-candles.ts'
import type { CandleSubject } from '../use-candle-subject.ts'
import type { BarFormat } from './bar-format.ts'
import { fillRows, type Row } from './candle-rows.ts'
import { type CandleSeries, createCandleSeries, type SeriesState } from './candle-series.ts'
import { isGap } from './merge-candles.ts'

/** Candles and view of one candle id on one node. Each id gets new ones, so that no bar of the previous id is shown. */
export function useCandleSeries(candleId: string, node: string) {
  const client = useQueryClient()
  const session = useMemo(
    () => ({ series: createCandleSeries(client, { node, candleId }), view: createChartView() }),
    [client, candleId, node],
  )
  const state = useObservable(session.series)
  return { ...session, state }
}

/** The displayed rows: with missing periods filled in, or with all periods without trades removed. */
export function useCandleRows(
  { candles, unreadable }: SeriesState,
  length: bigint | undefined,
  skip: boolean,
): readonly Row[] {
  return useMemo(
    () => (skip ? candles.filter((candle) => !isGap(candle)) : fillRows(candles, length, unreadable)),
    [candles, length, skip, unreadable],
  )
}

export function useBarFormat(subject: CandleSubject, zone: string): BarFormat {
  const { decimals, positionDecimals, base, quote, interval } = subject
  const length = interval?.length
  return useMemo(
    () => ({ decimals, positionDecimals, zone, base, quote, length }),
    [decimals, positionDecimals, zone, base, quote, length],
  )
}

/** Whether to follow the live end: the page is visible, the newest bar is in view, and the user is not dragging. */
function isFollowed(series: CandleSeries, view: ChartView): boolean {
  const { phase, newer, candles } = series.get()
  if (document.visibilityState !== 'visible' || view.dragging.get() || phase !== 'ready' || newer.more) return false
  return candles.length === 0 || view.visible.get()?.atEdge === true
}

/** Follows the live end while it is in view, the user is not dragging, and live updates are not paused. */
export function useLiveCandles(
  candleId: string | undefined,
  series: CandleSeries,
  view: ChartView,
  live: boolean,
): void {
  useEffect(() => {
    if (!live || candleId === undefined) return undefined
    return followCandles(candleId, () => series.get().candles.at(-1)?.start, series.addLiveCandles, {
      allowed: () => isFollowed(series, view),
      onState: ({ failure }) => series.reportTailError(failure),
    })
  }, [candleId, series, view, live])
}

const none: ReadonlySet<string> = new Set()

/** Candle ids of a market that the node rejected, until they succeed: the toolbar marks them, the others still work. */
export function useRefusedIntervals(
  marketId: string | undefined,
  candleId: string | undefined,
  phase: SeriesState['phase'],
): ReadonlySet<string> {
  const [refused, setRefused] = useState({ marketId, ids: none })
  const ids = refused.marketId === marketId ? refused.ids : none
  const isRefused = phase === 'refused'
  if (candleId !== undefined && (isRefused || phase === 'ready') && ids.has(candleId) !== isRefused) {
    const others = [...ids].filter((id) => id !== candleId)
    setRefused({ marketId, ids: new Set(isRefused ? [...others, candleId] : others) })
  }
  return ids
}
