import { useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { usePrinting } from '../ui/use-printing.ts'

/** Rows drawn beyond each edge, so that a late frame shows rows and not the ground. */
const beyond = 6
/** The window moves by so many rows at once: most frames of slow scrolling then have nothing to draw. */
const step = 4

/** Rows that are printed of a list, from its first on: what is out of sight on a screen is not out of sight on paper. */
export const maxPrintedRows = 1000

/** Rows `first` to before `end`, never more than `size` of them, wherever the scroller stands. */
export interface RowWindow {
  first: number
  end: number
  size: number
}

/** The rows to draw when `rows` of them fit below row `top`. */
export function windowAt(top: number, rows: number, count: number): RowWindow {
  const size = (Math.ceil(rows / step) + 1) * step + 2 * beyond
  const first = Math.floor(top / step) * step - beyond
  const end = Math.min(count, first + size)
  return { first: Math.max(0, Math.min(first, end)), end, size }
}

/**
 * The same rows by the place in the document that draws them: a row keeps its place while it is in the window, and one
 * that comes takes the place of one that went, so that nothing is made, thrown away or put elsewhere.
 */
export function placesOf({ first, end, size }: RowWindow): number[] {
  const start = first % size
  const places = Array.from({ length: size }, (_, place) => first + ((place - start + size) % size))
  return places.filter((row) => row < end)
}

/**
 * The rows in sight of a scroller. All rows have one height (px), so the place of a row is a product: nothing is
 * measured, and nothing is kept for a row that is not drawn. `defaultRows` are drawn before the scroller has a height.
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

/** Scrolls no further than needed to bring a row into sight, below a head of `head` px that stays on top. */
export function revealRow(scroller: HTMLElement, row: number, rowHeight: number, head: number): void {
  const [top, bottom] = [row * rowHeight, (row + 1) * rowHeight]
  const height = scroller.clientHeight - head
  if (top < scroller.scrollTop) scroller.scrollTop = top
  else if (bottom > scroller.scrollTop + height) scroller.scrollTop = bottom - height
}
