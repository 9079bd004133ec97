import type { IChartApiBase, ISeriesApi, SeriesType, Time } from 'lightweight-charts'
import { type Mark, type MarkPrice, markPrices } from './measure.ts'
import { isGap } from '../data/merge-candles.ts'
import type { ChartSubject } from '../chart/chart-model.ts'
import type { Row } from '../data/fill-gaps.ts'
import type { View } from '../chart/viewport-store.ts'

/** The bar price closest to a y position on the screen; undefined without trades. */
export function nearestMark(
  row: Row | undefined,
  y: number,
  heightOf: (raw: string) => number | null,
): Mark | undefined {
  if (!row || isGap(row)) return undefined
  const distance = (price: MarkPrice): number =>
    Math.abs((heightOf(row[price] || row.close) ?? Number.POSITIVE_INFINITY) - y)
  const price = markPrices.reduce<MarkPrice>(
    (nearest, name) => (distance(name) <= distance(nearest) ? name : nearest),
    'close',
  )
  return { start: row.start, price }
}

/** Maximum pointer movement of a click, in px; a longer movement is a drag of the chart. */
const steady = 5

/**
 * Measures by pointer: a click sets the first point, the second follows the pointer, another click fixes it. Listens to the
 * element's own clicks, because the chart drops a second click within half a second, wherever it is. Returns a function that
 * stops listening.
 */
export function measureByPointer(
  chart: IChartApiBase<Time>,
  series: () => ISeriesApi<SeriesType>,
  view: View,
  { rowsNow, plotNow }: Pick<ChartSubject, 'rowsNow' | 'plotNow'>,
): () => void {
  const element = chart.chartElement()
  let pressed: { x: number; y: number } | undefined

  const markAt = ({ clientX, clientY }: MouseEvent): Mark | undefined => {
    const plot = plotNow()
    const { left, top } = element.getBoundingClientRect()
    const [x, y] = [clientX - left, clientY - top]
    const logical = chart.timeScale().coordinateToLogical(x)
    if (!plot || logical === null || x > chart.timeScale().width() || y > (chart.panes()[0]?.getHeight() ?? 0))
      return undefined
    return nearestMark(rowsNow()[Math.round(logical)], y, (raw) => series().priceToCoordinate(plot.toNumber(raw)))
  }
  const onDown = ({ clientX: x, clientY: y }: PointerEvent): void => void (pressed = { x, y })
  const onClick = (event: MouseEvent): void => {
    const state = view.measure.get()
    const moved = pressed ? Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) : 0
    const mark = state.phase === 'off' || moved > steady ? undefined : markAt(event)
    if (!mark) return
    view.measure.set(state.phase === 'to' ? { phase: 'done', from: state.from, to: mark } : { phase: 'to', from: mark })
  }
  const onMove = (event: PointerEvent): void => {
    const state = view.measure.get()
    const mark = state.phase === 'to' ? markAt(event) : undefined
    if (state.phase === 'to' && mark) view.measure.set({ phase: 'to', from: state.from, to: mark })
  }
  const listening = new AbortController()
  element.addEventListener('pointerdown', onDown, { signal: listening.signal })
  element.addEventListener('click', onClick, { signal: listening.signal })
  element.addEventListener('pointermove', onMove, { signal: listening.signal })
  return () => listening.abort()
}
