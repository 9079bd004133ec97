import type { IChartApiBase, ISeriesApi, MouseEventParams, SeriesType, Time } from 'lightweight-charts'
import { createCrosshair, type Crosshair } from './crosshair.ts'
import { indexAt } from '../data/merge-candles.ts'
import type { Plot } from './axis/price-transform.ts'
import type { Row } from '../data/fill-gaps.ts'
import { type Instants, rowsIn } from '../data/rows-in-range.ts'
import type { View } from './viewport-store.ts'

/** Empty bars to the right of the newest one. */
const air = 5
const fewest = 5

/** User control of the view by pointer, key or button. The view keeps its position while rows are added or removed. */
export interface Camera extends Crosshair {
  pan: (rows: number) => void
  /** Above 1 shows more bars. Keeps the right edge if the newest bar is in view, otherwise the middle. */
  zoom: (factor: number) => void
  toOldest: () => void
  toNewest: () => void
  /** Shows the rows between two instants (Unix nanoseconds as text), as far as they are loaded. */
  frame: (from: string | undefined, to: string | undefined) => void
  /** Above 1 shows a wider price range. */
  stretch: (factor: number) => void
  /** Turns automatic price scaling back on. */
  fitPrices: () => void
}

export interface CameraControl extends Camera {
  /** Draws new rows and keeps the visible bars in place. */
  keeping: (before: readonly Row[], after: readonly Row[], draw: () => void) => void
  /** Updates `view` with what is currently visible. */
  look: () => void
  /** The view shows the requested range, or is about to: the user has not moved it since. */
  isFramed: () => boolean
  remove: () => void
}

type Range = { from: number; to: number }

/** The camera's input. */
export interface CameraSubject {
  rowsNow: () => readonly Row[]
  plotNow: () => Plot | undefined
  /** Nanoseconds of a candle, if fixed. */
  lengthNow: () => bigint | undefined
  /** The last row is the newest candle that exists, not only the newest loaded. */
  endsLive: () => boolean
}

/** Controls the chart and reports the visible range, the row under the crosshair, and whether the user is dragging. */
export function createCamera(
  chart: IChartApiBase<Time>,
  series: () => ISeriesApi<SeriesType>,
  view: View,
  { rowsNow, plotNow, lengthNow, endsLive }: CameraSubject,
): CameraControl {
  const time = chart.timeScale()
  const element = chart.chartElement()

  /**
   * The requested range, until the user moves the view. The visible range is derived from it and not from the chart, because
   * the chart applies a range one frame late and a price axis that grows with its labels cuts off the left end.
   */
  let framed: Instants | undefined
  const isFramed = (): boolean => framed !== undefined && !view.dragging.get()

  /** The framed rows and the range that shows them, with empty space to the right of the newest one. */
  function frameNow(): { first: number; last: number; range: Range } | undefined {
    const rows = framed && isFramed() ? rowsIn(rowsNow(), framed, lengthNow()) : undefined
    if (!framed || !rows) return undefined
    const to = framed.to === undefined ? rows.last + air : rows.last + 0.5
    return { ...rows, range: { from: Math.min(rows.first - 0.5, to - fewest), to } }
  }

  function look(): void {
    const rows = rowsNow()
    const frame = frameNow()
    const range = frame?.range ?? time.getVisibleLogicalRange()
    if (!range || rows.length === 0) {
      view.visible.set(undefined)
      return
    }
    view.visible.set({
      rows,
      first: frame?.first ?? Math.max(0, Math.ceil(range.from)),
      last: frame?.last ?? Math.min(rows.length - 1, Math.floor(range.to)),
      before: range.from,
      atEdge: endsLive() && range.to >= rows.length - 1,
    })
  }

  const handed = (): void => {
    framed = undefined
    look()
    view.moves.set(view.moves.get() + 1)
  }
  const moved = (range: Range): void => {
    time.setVisibleLogicalRange(range)
    handed()
  }
  const refit = (): void => {
    const frame = frameNow()
    if (!frame) return
    time.setVisibleLogicalRange(frame.range)
    look()
  }

  const crosshair = createCrosshair(chart, series, view, { rowsNow, plotNow, set: moved })

  function pan(count: number): void {
    const range = time.getVisibleLogicalRange()
    if (range) moved({ from: range.from + count, to: range.to + count })
  }

  function zoom(factor: number): void {
    const range = time.getVisibleLogicalRange()
    if (!range) return
    const width = Math.max(fewest, (range.to - range.from) * factor)
    if (view.visible.get()?.atEdge) return moved({ from: range.to - width, to: range.to })
    const middle = (range.from + range.to) / 2
    moved({ from: middle - width / 2, to: middle + width / 2 })
  }

  function frame(from: string | undefined, to: string | undefined): void {
    const rows = rowsNow()
    const range = time.getVisibleLogicalRange()
    if (rows.length === 0 || !range) return
    framed = from !== undefined && rowsIn(rows, { from, to }, lengthNow()) ? { from, to } : undefined
    if (framed) return refit()
    // Without a start, or without a candle in the range, keep the width of the view and align its end with the range's.
    const last = to === undefined ? rows.length - 1 : Math.max(0, indexAt(rows, String(BigInt(to) - 1n)))
    const right = last + (to === undefined ? air : 0.5)
    time.setVisibleLogicalRange({ from: right - (range.to - range.from), to: right })
    look()
  }

  function toOldest(): void {
    const range = time.getVisibleLogicalRange()
    if (range) moved({ from: -0.5, to: range.to - range.from - 0.5 })
  }

  function toNewest(): void {
    const range = time.getVisibleLogicalRange()
    const right = rowsNow().length - 1 + air
    if (range) moved({ from: right - (range.to - range.from), to: right })
  }

  function keeping(before: readonly Row[], after: readonly Row[], draw: () => void): void {
    const range = time.getVisibleLogicalRange()
    const atEdge = view.visible.get()?.atEdge
    const middle = range ? Math.round((range.from + range.to) / 2) : 0
    const index = Math.min(Math.max(middle, 0), before.length - 1)
    const held = before[index]
    draw()
    if (isFramed()) return refit()
    if (!range || !held || after.length === 0) return
    const now = indexAt(after, held.start)
    if (after[now]?.start !== held.start) return
    // At the live edge, keep the newest bar in place, so that new bars scroll in.
    const shift = atEdge ? after.length - before.length : now - index
    time.setVisibleLogicalRange({ from: range.from + shift, to: range.to + shift })
  }

  function stretch(factor: number): void {
    const scale = series().priceScale()
    const range = scale.getVisibleRange()
    if (!range) return
    const [middle, half] = [(range.from + range.to) / 2, ((range.to - range.from) / 2) * factor]
    scale.setVisibleRange({ from: middle - half, to: middle + half })
  }

  const onMove = ({ logical, point: at }: MouseEventParams<Time>): void => {
    const row = logical === undefined || !at ? undefined : rowsNow()[Math.round(logical)]
    view.cursor.set(row?.start)
  }
  /** Pointer-down position; undefined for a second finger, which always moves the view. */
  let downAt: number | undefined
  const onDown = ({ clientX }: PointerEvent): void => {
    downAt = view.dragging.get() ? undefined : clientX
    view.dragging.set(true)
  }
  const onUp = ({ type, clientX }: PointerEvent): void => {
    if (!view.dragging.get()) return
    view.dragging.set(false)
    // A click does not move the view: keep the requested range.
    if (framed && type === 'pointerup' && clientX === downAt) refit()
    else handed()
  }
  /** On a double click on its time axis, the chart scrolls to the newest candle. */
  const onDoubleClick = ({ clientY }: MouseEvent): void => {
    if (clientY > element.getBoundingClientRect().bottom - time.height()) handed()
  }

  chart.subscribeCrosshairMove(onMove)
  time.subscribeVisibleLogicalRangeChange(look)
  time.subscribeSizeChange(refit)
  element.addEventListener('pointerdown', onDown)
  element.addEventListener('wheel', handed, { passive: true })
  element.addEventListener('dblclick', onDoubleClick)
  window.addEventListener('pointerup', onUp)
  window.addEventListener('pointercancel', onUp)

  return {
    ...crosshair,
    pan,
    zoom,
    toOldest,
    toNewest,
    frame,
    stretch,
    fitPrices: () => series().priceScale().setAutoScale(true),
    keeping,
    look,
    isFramed,
    remove: () => {
      time.unsubscribeVisibleLogicalRangeChange(look)
      time.unsubscribeSizeChange(refit)
      chart.unsubscribeCrosshairMove(onMove)
      element.removeEventListener('pointerdown', onDown)
      element.removeEventListener('wheel', handed)
      element.removeEventListener('dblclick', onDoubleClick)
      window.removeEventListener('pointerup', onUp)
      window.removeEventListener('pointercancel', onUp)
      view.visible.set(undefined)
      view.cursor.set(undefined)
      view.dragging.set(false)
    },
  }
}
