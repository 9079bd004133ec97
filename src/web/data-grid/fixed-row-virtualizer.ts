import { useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { usePrinting } from '../ui/use-printing.ts'

/** Rows rendered beyond each edge, so that a late frame does not show gaps. */
const beyond = 6
/** The window moves in steps of this many rows, so that most frames of slow scrolling render nothing. */
const step = 4

/** Most rows that are printed of a list. */
export const maxPrintedRows = 1000

/** Rows `first` to before `end`, at most `size`. */
export interface RowWindow {
  first: number
  end: number
  size: number
}

/** The window for `rows` visible rows below row `top`. */
export function windowAt(top: number, rows: number, count: number): RowWindow {
  const size = (Math.ceil(rows / step) + 1) * step + 2 * beyond
  const first = Math.floor(top / step) * step - beyond
  const end = Math.min(count, first + size)
  return { first: Math.max(0, Math.min(first, end)), end, size }
}

/**
 * The rows of a window by the element that renders them: a row keeps its element while it is in the window, and a new
 * row takes the element of one that left.
 */
export function placesOf({ first, end, size }: RowWindow): number[] {
  const start = first % size
  const places = Array.from({ length: size }, (_, place) => first + ((place - start + size) % size))
  return places.filter((row) => row < end)
}

/**
 * The rows to render for a scroller. All rows have the same height (px), so nothing is measured. `defaultRows` are
 * rendered before the scroller has a height.
 */
export function useRowWindow(
  scroller: HTMLElement | null,
  rowHeight: number,
  count: number,
  defaultRows = 20,
): RowWindow {
  const [inView, setInView] = useState({ top: 0, rows: defaultRows })
  useLayoutEffect(() => {
    if (!scroller) return undefined
    let measured = { top: -1, rows: -1 }
    const measure = (): boolean => {
      const top = Math.floor(scroller.scrollTop / rowHeight / step) * step
      const rows = Math.ceil(scroller.clientHeight / rowHeight / step) * step
      if (top === measured.top && rows === measured.rows) return false
      measured = { top, rows }
      return true
    }
    // In the frame of the scrolling, not in a later one: rows must be there when their place is shown.
    const onScroll = () => {
      if (measure()) flushSync(() => setInView(measured))
    }
    const onSize = () => {
      // The rows that were guessed are often right: then they are not drawn again.
      if (measure()) setInView((now) => (now.top === measured.top && now.rows === measured.rows ? now : measured))
    }
    onSize()
    const observer = new ResizeObserver(onSize)
    observer.observe(scroller)
    scroller.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', onScroll)
    }
  }, [scroller, rowHeight])
  if (usePrinting() === undefined) return windowAt(inView.top, inView.rows, count)
  const printed = Math.min(count, maxPrintedRows)
  return { first: 0, end: printed, size: printed }
}

interface Reveal {
  /** Px. */
  rowHeight: number
  /** Height of the sticky header, px. */
  head: number
  /** To the middle, not just far enough. */
  centre?: boolean
}

/** Scrolls a row into sight. */
export function revealRow(scroller: HTMLElement, row: number, { rowHeight, head, centre = false }: Reveal): void {
  const [top, bottom] = [row * rowHeight, (row + 1) * rowHeight]
  const height = scroller.clientHeight - head
  if (centre) scroller.scrollTop = top - (height - rowHeight) / 2
  else if (top < scroller.scrollTop) scroller.scrollTop = top
  else if (bottom > scroller.scrollTop + height) scroller.scrollTop = bottom - height
}
