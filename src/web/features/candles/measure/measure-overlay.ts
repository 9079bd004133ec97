import type { IChartApiBase, ISeriesApi, SeriesType, Time } from 'lightweight-charts'
import type { PriceTransform } from '../../../chart/price-transform.ts'
import { type OverlayTarget, overlayView, SeriesOverlay } from '../../../chart/series-overlay.ts'
import { chartBehaviour } from '../../../chart/themed-chart.ts'
import type { CurrentScene } from '../chart/chart-scene.ts'
import type { ChartView } from '../chart/chart-view.ts'
import type { Row } from '../data/candle-rows.ts'
import { indexAt, isGap } from '../data/merge-candles.ts'
import { type PriceMark, markedPrice, type MarkPrice, markPrices, measuredOf, type Measuring } from './measure.ts'
import { listen } from '../../../listen.ts'

export interface MarkedPoint {
  index: number
  value: number
}

interface MeasureColours {
  line: string
  ground: string
}

const radius = 3.5

export class MeasureMark extends SeriesOverlay {
  #points: readonly MarkedPoint[] = []
  #theme: MeasureColours = { line: '', ground: '' }
  protected readonly views = [
    overlayView('bottom', (target) => this.#drawGround(target)),
    overlayView('top', (target) => this.#drawLine(target)),
  ]

  set(points: readonly MarkedPoint[], theme: MeasureColours): void {
    this.#points = points
    this.#theme = theme
    this.host?.requestUpdate()
  }

  #coordinates(): { x: number; y: number }[] {
    return this.#points.map(({ index, value }) => ({
      x: this.xOf(index),
      y: this.host?.series.priceToCoordinate(value) ?? 0,
    }))
  }

  #drawGround(target: OverlayTarget): void {
    const [from, to] = this.#coordinates()
    if (!from || !to) return
    target.useMediaCoordinateSpace(({ context }) => {
      context.fillStyle = this.#theme.ground
      context.fillRect(from.x, from.y, to.x - from.x, to.y - from.y)
    })
  }

  #drawLine(target: OverlayTarget): void {
    const points = this.#coordinates()
    target.useMediaCoordinateSpace(({ context }) => {
      context.strokeStyle = this.#theme.line
      context.fillStyle = this.#theme.line
      context.lineWidth = 1.5
      context.beginPath()
      for (const { x, y } of points) context.lineTo(x, y)
      context.stroke()
      for (const { x, y } of points) {
        context.beginPath()
        context.arc(x, y, radius, 0, 2 * Math.PI)
        context.fill()
      }
    })
  }
}

export function measuredPoints(
  rows: readonly Row[],
  transform: PriceTransform | undefined,
  state: Measuring,
): MarkedPoint[] {
  const measured = measuredOf(state)
  return [measured?.from, measured?.to].flatMap((mark) => {
    const raw = mark && markedPrice(rows, mark)
    return mark && transform && raw !== undefined
      ? [{ index: indexAt(rows, mark.start), value: transform.toNumber(raw) }]
      : []
  })
}

/** The bar price closest to a y position on the screen; undefined without trades. */
export function nearestMark(
  row: Row | undefined,
  y: number,
  heightOf: (raw: string) => number | null,
): PriceMark | undefined {
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

/** Measures by pointer, with the element's own clicks: the chart drops a second click within half a second. Returns its end. */
export function measureByPointer(
  chart: IChartApiBase<Time>,
  series: () => ISeriesApi<SeriesType>,
  view: ChartView,
  current: () => CurrentScene,
): () => void {
  const element = chart.chartElement()
  let pressed: { x: number; y: number } | undefined

  const markAt = ({ clientX, clientY }: MouseEvent): PriceMark | undefined => {
    const { scene, transform } = current()
    const { left, top } = element.getBoundingClientRect()
    const [x, y] = [clientX - left, clientY - top]
    const logical = chart.timeScale().coordinateToLogical(x)
    if (!transform || logical === null || x > chart.timeScale().width() || y > (chart.panes()[0]?.getHeight() ?? 0))
      return undefined
    return nearestMark(scene?.rows[Math.round(logical)], y, (raw) =>
      series().priceToCoordinate(transform.toNumber(raw)),
    )
  }
  /** A drag with Shift measures in place of moving the chart. */
  let isShiftDrag = false
  const onDown = (event: PointerEvent): void => {
    pressed = { x: event.clientX, y: event.clientY }
    const from = event.shiftKey && event.button === 0 ? markAt(event) : undefined
    if (!from) return
    isShiftDrag = true
    chart.applyOptions({ handleScroll: false })
    view.measure.set({ phase: 'to', from })
  }
  const isDrag = ({ clientX, clientY }: MouseEvent): boolean =>
    pressed !== undefined && Math.hypot(clientX - pressed.x, clientY - pressed.y) > steady
  const onUp = (event: PointerEvent): void => {
    if (!isShiftDrag) return
    isShiftDrag = false
    chart.applyOptions({ handleScroll: chartBehaviour.handleScroll ?? true })
    const state = view.measure.get()
    const to = isDrag(event) ? markAt(event) : undefined
    if (to && state.phase === 'to') view.measure.set({ phase: 'done', from: state.from, to })
  }
  const onClick = (event: MouseEvent): void => {
    const state = view.measure.get()
    const mark = state.phase === 'off' || isDrag(event) ? undefined : markAt(event)
    if (!mark) return
    view.measure.set(state.phase === 'to' ? { phase: 'done', from: state.from, to: mark } : { phase: 'to', from: mark })
  }
  const onMove = (event: PointerEvent): void => {
    const state = view.measure.get()
    const mark = state.phase === 'to' ? markAt(event) : undefined
    if (state.phase === 'to' && mark) view.measure.set({ phase: 'to', from: state.from, to: mark })
  }
  const stops = [
    listen(element, { pointerdown: onDown, click: onClick, pointermove: onMove }),
    listen(window, { pointerup: onUp, pointercancel: onUp }),
  ]
  return () => stops.forEach((stop) => stop())
}
