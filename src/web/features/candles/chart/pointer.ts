import type { IChartApiBase, MouseEventParams, Time } from 'lightweight-charts'
import type { Row } from '../data/fill-gaps.ts'
import type { View } from './viewport-store.ts'

interface PointerOptions {
  rowsNow: () => readonly Row[]
  /** The user has moved the view with wheel, drag or double click. */
  onMove: () => void
  /** The user has clicked without moving the view. */
  onClick: () => void
}

/** Reports the row under the pointer, dragging, and moves of the view. Returns a function that stops listening. */
export function watchPointer(chart: IChartApiBase<Time>, view: View, options: PointerOptions): () => void {
  const { rowsNow, onMove, onClick } = options
  const element = chart.chartElement()
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
    if (type === 'pointerup' && clientX === downAt) onClick()
    else onMove()
  }
  /** On a double click on its time axis, the chart scrolls to the newest candle. */
  const onDoubleClick = ({ clientY }: MouseEvent): void => {
    if (clientY > element.getBoundingClientRect().bottom - chart.timeScale().height()) onMove()
  }
  chart.subscribeCrosshairMove(({ logical, point }: MouseEventParams<Time>) => {
    const row = logical === undefined || !point ? undefined : rowsNow()[Math.round(logical)]
    view.cursor.set(row?.start)
  })
  element.addEventListener('pointerdown', onDown, { signal })
  element.addEventListener('wheel', onMove, { passive: true, signal })
  element.addEventListener('dblclick', onDoubleClick, { signal })
  window.addEventListener('pointerup', onUp, { signal })
  window.addEventListener('pointercancel', onUp, { signal })
  return () => {
    listening.abort()
    view.cursor.set(undefined)
    view.dragging.set(false)
  }
}
