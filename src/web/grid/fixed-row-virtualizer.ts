import { useLayoutEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import type { List } from '../list/list.ts'
import { usePrinting } from '../ui/use-printing.ts'
import { listen, onResize } from '../listen.ts'

/** Rows rendered beyond each edge, so that a late frame does not show gaps. */
const overscan = 6
/** The window moves in steps of this many rows, so that most frames of slow scrolling render nothing. */
const step = 4

/** Px. Browsers cut off what is higher: Firefox at 17.8 million px, Chromium at 33.5. */
export const maxBodyHeight = 15_000_000

/** Px by which rows are higher than the body that stands for them; scrolling then passes more of them than it moves. */
export const overflowPxOf = (count: number, rowHeight: number): number => Math.max(0, count * rowHeight - maxBodyHeight)

/** Px of rows that pass for each px of scrolling. */
const ratioOf = ({ scrollHeight, clientHeight }: HTMLElement, overflowPx: number): number =>
  overflowPx === 0 ? 1 : 1 + overflowPx / Math.max(1, scrollHeight - clientHeight)

export const maxPrintedRows = 1000

export interface RowWindow {
  first: number
  end: number
}

/** The window for `rows` visible rows below row `top`, or a step further. */
export function windowAt(top: number, rows: number, count: number): RowWindow {
  const end = Math.min(count, top + rows + step + overscan)
  return { first: Math.max(0, Math.min(top - overscan, end)), end }
}

/**
 * The rows to render for a scroller. All rows have the same height (px), so nothing is measured. `offsetPx` is how far above
 * its own place (row times height) a row is drawn: 0 unless the rows are higher than a body can be.
 */
export function useRowWindow(
  scroller: HTMLElement | null,
  rowHeight: number,
  count: number,
): RowWindow & { offsetPx: number } {
  const [inView, setInView] = useState({ top: 0, rows: 20, offsetPx: 0 })
  const overflowPx = overflowPxOf(count, rowHeight)
  useLayoutEffect(() => {
    if (!scroller) return undefined
    const measure = () => {
      const seen = scroller.scrollTop * ratioOf(scroller, overflowPx)
      const offsetPx = seen - scroller.scrollTop
      const top = Math.floor(seen / rowHeight / step) * step
      const rows = Math.ceil(scroller.clientHeight / rowHeight / step) * step
      setInView((now) =>
        now.top === top && now.rows === rows && now.offsetPx === offsetPx ? now : { top, rows, offsetPx },
      )
    }
    // In the frame of the scrolling, not in a later one: rows must be there when their place is shown.
    const scroll = () => flushSync(measure)
    const stops = [onResize([scroller], measure), listen(scroller, { scroll }, { passive: true })]
    return () => stops.forEach((stop) => stop())
  }, [scroller, rowHeight, overflowPx])
  if (usePrinting() === undefined) return { ...windowAt(inView.top, inView.rows, count), offsetPx: inView.offsetPx }
  return { first: 0, end: Math.min(count, maxPrintedRows), offsetPx: 0 }
}

export interface RowInView<Row> {
  readonly index: number
  readonly row: Row
}

/** The rows of the window, and the active row wherever the reader scrolls: `aria-activedescendant` must name an element. */
export function useRowsInView<Row>(
  listing: List<Row>,
  { first, end }: RowWindow,
  activeRow = -1,
): readonly RowInView<Row>[] {
  const away = activeRow < first || activeRow >= end ? activeRow : -1
  return useMemo(() => {
    const indices = Array.from({ length: end - first }, (_, place) => first + place)
    if (away >= 0) indices.push(away)
    return indices
      .toSorted((a, b) => a - b)
      .flatMap((index) => {
        const row = listing.at(index)
        return row === undefined ? [] : [{ index, row }]
      })
  }, [listing, first, end, away])
}

interface Reveal {
  /** Px. */
  rowHeight: number
  /** Height of the sticky header, px. */
  head: number
  /** Px by which the rows are higher than their body. */
  overflowPx?: number
  /** To the middle, not just far enough. */
  centre?: boolean
}

export function revealRow(scroller: HTMLElement, row: number, reveal: Reveal): void {
  const { rowHeight, head, overflowPx = 0, centre = false } = reveal
  const [top, bottom] = [row * rowHeight, (row + 1) * rowHeight]
  const height = scroller.clientHeight - head
  const ratio = ratioOf(scroller, overflowPx)
  const seen = scroller.scrollTop * ratio
  if (centre) scroller.scrollTop = (top - (height - rowHeight) / 2) / ratio
  else if (top < seen) scroller.scrollTop = top / ratio
  else if (bottom > seen + height) scroller.scrollTop = (bottom - height) / ratio
}
