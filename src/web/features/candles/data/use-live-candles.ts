import { useEffect } from 'react'
import { followCandles } from '../live/follow-candles.ts'
import type { CandleSeries } from './candle-series.ts'
import type { View } from '../chart/viewport-store.ts'

/** Whether to follow the live end: the page is visible, the newest bar is in view, and the user is not dragging. */
function isFollowed(series: CandleSeries, view: View): boolean {
  const { phase, newer, candles } = series.get()
  if (document.visibilityState !== 'visible' || view.dragging.get() || phase !== 'ready' || newer.more) return false
  return candles.length === 0 || view.visible.get()?.atEdge === true
}

/**
 * Follows the live end through the node's candle stream, or by polling every two seconds if the node has none. Only while the
 * live end is in view, the user is not dragging, and live updates are not paused.
 */
export function useTail(candleId: string | undefined, series: CandleSeries, view: View, live: boolean): void {
  useEffect(() => {
    if (!live || candleId === undefined) return undefined
    return followCandles(candleId, () => series.get().candles.at(-1)?.start, series.take, {
      allowed: () => isFollowed(series, view),
      onState: ({ failure }) => series.trouble(failure),
    })
  }, [candleId, series, view, live])
}
