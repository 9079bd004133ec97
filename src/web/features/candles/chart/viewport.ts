import type { IChartApiBase, ISeriesApi, SeriesType, Time } from 'lightweight-charts'
import { timeOf } from '../../../chart/series-overlay.ts'
import { type Instants, type Row, rowsIn } from '../data/candle-rows.ts'
import { indexAt, lastTraded } from '../data/merge-candles.ts'
import type { CurrentScene } from './chart-scene.ts'
import type { ChartView, Visible } from './chart-view.ts'

/** Empty bars to the right of the newest one. */
const rightMargin = 5
/** Bars in view beyond which keys and buttons do not zoom in. */
const minWidth = 5
/** Part of a bar that may be beyond an edge of a view which has the whole of it: the chart calculates in pixels. */
const tolerance = 0.05

type Range = { from: number; to: number }

/** User control of the view by pointer, key or button. The view keeps its position while rows come and go. */
export function createViewport(
  chart: IChartApiBase<Time>,
  series: () => ISeriesApi<SeriesType>,
  view: ChartView,
  current: () => CurrentScene,
) {
  const time = chart.timeScale()
  const element = chart.chartElement()
  const rowsNow = (): readonly Row[] => current().scene?.rows ?? []

  /** The requested range until the user moves the view: the chart applies a range late and cuts its left end. */
  let framed: Instants | undefined
  /** The view shows the requested range, or is about to: the user has not moved it since. */
  const isFramed = (): boolean => framed !== undefined && !view.dragging.get()

  /** The framed rows and the range that shows them, with empty space to the right of the newest one. */
  function frameNow(): { first: number; last: number; range: Range } | undefined {
    const rows = framed && isFramed() ? rowsIn(rowsNow(), framed, current().scene?.format.length) : undefined
    if (!framed || !rows) return undefined
    // Neighbours of a range are no part of its figures: they are not drawn in halves either.
    const to = framed.to === undefined ? rows.last + rightMargin : rows.last
    return { ...rows, range: { from: rows.first, to } }
  }

  function update(): void {
    const rows = rowsNow()
    const frame = frameNow()
    const range = frame?.range ?? time.getVisibleLogicalRange()
    if (!range || rows.length === 0) {
      view.visible.set(undefined)
      return
    }
    const next: Visible = {
      rows,
      first: frame?.first ?? Math.max(0, Math.ceil(range.from - tolerance)),
      last: frame?.last ?? Math.min(rows.length - 1, Math.floor(range.to + tolerance)),
      before: range.from,
      atEdge: current().scene?.endsLive === true && range.to >= rows.length - 1,
    }
    // An unchanged view notifies nobody: the ledger would be read and drawn again for it, without end.
    const before = view.visible.get()
    const isSame = before && (Object.keys(next) as (keyof Visible)[]).every((key) => Object.is(before[key], next[key]))
    if (!isSame) view.visible.set(next)
  }

  /** The user has moved the view: the requested range no longer applies. */
  function onMove(): void {
    framed = undefined
    update()
    view.moves.set(view.moves.get() + 1)
  }
  function move(to: (range: Range) => Range): void {
    const range = time.getVisibleLogicalRange()
    if (!range) return
    time.setVisibleLogicalRange(to(range))
    onMove()
  }
  const pan = (count: number): void => move(({ from, to }) => ({ from: from + count, to: to + count }))

  function refit(): void {
    const frame = frameNow()
    if (!frame) return update()
    time.setVisibleLogicalRange(frame.range)
    update()
  }

  /** Above 1 shows more bars. Keeps the right edge if the newest bar is in view, otherwise the middle. */
  function zoom(factor: number): void {
    const atEdge = view.visible.get()?.atEdge
    move(({ from, to }) => {
      const width = Math.max(minWidth, (to - from) * factor)
      const right = atEdge ? to : (from + to + width) / 2
      return { from: right - width, to: right }
    })
  }

  /** Shows the rows between two instants (Unix nanoseconds as text), as far as they are loaded. */
  function frame(from: string | undefined, to: string | undefined): void {
    const rows = rowsNow()
    const range = time.getVisibleLogicalRange()
    if (rows.length === 0 || !range) return
    framed = from !== undefined && rowsIn(rows, { from, to }, current().scene?.format.length) ? { from, to } : undefined
    if (framed) return refit()
    // Without a start, or without a candle in the range, keep the width of the view and align its end with the range's.
    const last = to === undefined ? rows.length - 1 : Math.max(0, indexAt(rows, String(BigInt(to) - 1n)))
    const right = last + (to === undefined ? rightMargin : 0.5)
    time.setVisibleLogicalRange({ from: right - (range.to - range.from), to: right })
    update()
  }

  /** Draws new rows and keeps the visible bars in place. */
  function keeping(before: readonly Row[], after: readonly Row[], draw: () => void): void {
    const range = time.getVisibleLogicalRange()
    const atEdge = view.visible.get()?.atEdge
    const middle = range ? Math.round((range.from + range.to) / 2) : 0
    const index = Math.min(Math.max(middle, 0), before.length - 1)
    const middleRow = before[index]
    draw()
    if (isFramed()) return refit()
    if (!range || !middleRow || after.length === 0) return
    const now = indexAt(after, middleRow.start)
    if (after[now]?.start !== middleRow.start) return
    // At the live edge, keep the newest bar in place, so that new bars scroll in.
    const shift = atEdge ? after.length - before.length : now - index
    time.setVisibleLogicalRange({ from: range.from + shift, to: range.to + shift })
  }

  const reportScale = (): void => view.autoScale.set(series().priceScale().options().autoScale)
  function setAutoScale(on: boolean): void {
    series().priceScale().setAutoScale(on)
    reportScale()
  }

  function stretch(factor: number): void {
    const scale = series().priceScale()
    const range = scale.getVisibleRange()
    if (!range) return
    const [middle, half] = [(range.from + range.to) / 2, ((range.to - range.from) / 2) * factor]
    scale.setVisibleRange({ from: middle - half, to: middle + half })
    reportScale()
  }

  /** Moves the crosshair to a row and scrolls the row into view; undefined hides the crosshair. */
  function point(start: string | undefined): void {
    view.cursor.set(start)
    if (start === undefined) return chart.clearCrosshairPosition()
    const rows = rowsNow()
    const index = indexAt(rows, start)
    const row = rows[index]
    const { transform } = current()
    const range = time.getVisibleLogicalRange()
    if (!row || !transform || !range) return
    const beyond = Math.min(index - range.from, 0) + Math.max(index - range.to, 0)
    if (beyond !== 0) pan(beyond)
    const price = lastTraded(rows, index)?.close
    if (price !== undefined) chart.setCrosshairPosition(transform.toNumber(price), timeOf(row.start), series())
  }

  /** Moves the crosshair by a number of rows, starting from the last visible row if it is hidden. */
  function step(count: number): void {
    const rows = rowsNow()
    const cursor = view.cursor.get()
    const from = cursor === undefined ? (view.visible.get()?.last ?? rows.length) - count : indexAt(rows, cursor)
    point(rows[Math.min(Math.max(from + count, 0), rows.length - 1)]?.start)
  }

  const listening = new AbortController()
  const { signal } = listening
  /** Pointer-down position; undefined for a second finger, which always moves the view. */
  let downAt: number | undefined
  const onDown = ({ clientX }: PointerEvent): void => {
    downAt = view.dragging.get() ? undefined : clientX
    view.dragging.set(true)
  }
  const onUp = ({ type, clientX }: PointerEvent): void => {
    if (!view.dragging.get()) return
    view.dragging.set(false)
    reportScale()
    if (type !== 'pointerup' || clientX !== downAt || !framed) onMove()
    else refit()
  }
  /** On a double click on its time axis, the chart scrolls to the newest candle. */
  const onDoubleClick = ({ clientY }: MouseEvent): void => {
    reportScale()
    if (clientY > element.getBoundingClientRect().bottom - time.height()) onMove()
  }
  chart.subscribeCrosshairMove(({ logical, point: at }) =>
    view.cursor.set(logical === undefined || !at ? undefined : rowsNow()[Math.round(logical)]?.start),
  )
  element.addEventListener('pointerdown', onDown, { signal })
  element.addEventListener('wheel', onMove, { passive: true, signal })
  element.addEventListener('dblclick', onDoubleClick, { signal })
  window.addEventListener('pointerup', onUp, { signal })
  window.addEventListener('pointercancel', onUp, { signal })
  time.subscribeVisibleLogicalRangeChange(update)
  time.subscribeSizeChange(refit)

  return {
    point,
    step,
    pan,
    zoom,
    toOldest: () => move(({ from, to }) => ({ from: -0.5, to: to - from - 0.5 })),
    toNewest: () => {
      const right = rowsNow().length - 1 + rightMargin
      move(({ from, to }) => ({ from: right - (to - from), to: right }))
    },
    frame,
    stretch,
    setAutoScale,
    fitPrices: () => setAutoScale(true),
    keeping,
    update,
    isFramed,
    remove: () => {
      time.unsubscribeVisibleLogicalRangeChange(update)
      time.unsubscribeSizeChange(refit)
      listening.abort()
      view.cursor.set(undefined)
      view.dragging.set(false)
      view.visible.set(undefined)
    },
  }
}
