// Virtualized rows cannot use table elements, because most are not in the DOM: use ARIA grid roles instead.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import { zoneName } from '../../../format/time.ts'
import { useRootSize } from '../../../data-grid/rem-size.ts'
import { useRowWindow } from '../../../data-grid/fixed-row-virtualizer.ts'
import { useObservable } from '../../../use-observable.ts'
import styles from './candle-table.module.css'
import { indexAt } from '../data/merge-candles.ts'
import { DataLine } from './candle-table-row.tsx'
import type { Reading } from '../data/bar-format.ts'
import type { View, Visible } from '../chart/viewport-store.ts'

/** In rem, matching the style sheet. */
const rowHeight = 1.75
const headHeight = 2
/** Rows drawn before the table's height is known: its usual height, as a multiple of the row window's step. */
const defaultRows = 12

export interface DataTableProps {
  view: View
  seen: Visible
  reading: Reading
  label: string
  /** Moves the crosshair to a row. */
  onPoint: (start: string) => void
  onTable: () => void
}

/** The row under the crosshair. Frozen while the user drags the chart, because the rows are not updated then either. */
function useCursor(view: View): string | undefined {
  const cursor = useObservable(view.cursor)
  const dragging = useObservable(view.dragging)
  const [row, setRow] = useState(cursor)
  if (!dragging && row !== cursor) setRow(cursor)
  return row
}

/** Column heads after the first, with units. */
function headsOf({ base, quote, decimals }: Reading): string[] {
  const raw = decimals === undefined ? ', raw' : ''
  const [volume, notional] = [base, quote].map((unit) => (unit === undefined ? '' : `, ${unit}`))
  const prices = ['Open', 'High', 'Low', 'Close', `Volume${volume}`, `Notional${notional}`, 'VWAP']
  return [...prices.map((name) => name + raw), 'Change']
}

/** The chart's visible rows as a table, newest first. Selection and crosshair follow each other. */
export function DataTable({ seen, view, reading, label, onPoint, onTable }: DataTableProps) {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const id = useId()
  /** The table itself moved the crosshair: the row is already visible, so do not recentre it. */
  const own = useRef(false)
  const rem = useRootSize()
  const [height, head] = [rowHeight * rem, headHeight * rem]
  const cursor = useCursor(view)
  const { rows, first, last } = seen
  const count = last - first + 1
  const position = cursor === undefined ? -1 : last - indexAt(rows, cursor)
  const active = position >= 0 && position < count ? position : undefined

  const { first: top, end } = useRowWindow(scroller, height, count, defaultRows)
  const shown = Array.from({ length: end - top }, (_, index) => top + index)
  // The active row must be in the DOM for aria-activedescendant, wherever it is.
  if (active !== undefined && active < top) shown.unshift(active)
  if (active !== undefined && active >= end) shown.push(active)
  useEffect(() => {
    const room = (scroller?.clientHeight ?? 0) - head
    if (active === undefined || !scroller || room <= 0) return
    const offset = active * height
    const top = own.current
      ? Math.min(Math.max(scroller.scrollTop, offset + height - room), offset)
      : offset - (room - height) / 2
    scroller.scrollTo({ top, behavior: 'instant' })
    own.current = false
  }, [scroller, active, height, head])
  const point = useCallback(
    (start: string) => {
      own.current = true
      onPoint(start)
    },
    [onPoint],
  )

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const page = Math.max(1, Math.floor((scroller?.clientHeight ?? 0) / height) - 2)
    const steps: Record<string, number> = {
      ArrowDown: (active ?? -1) + 1,
      ArrowUp: (active ?? 1) - 1,
      PageDown: (active ?? 0) + page,
      PageUp: (active ?? 0) - page,
      Home: 0,
      End: count - 1,
    }
    const next = steps[event.key]
    if (event.key.toLowerCase() === 't') onTable()
    else if (next === undefined) return
    else {
      const row = rows[last - Math.min(Math.max(next, 0), count - 1)]
      if (row) point(row.start)
    }
    event.preventDefault()
  }

  return (
    <div
      ref={setScroller}
      role="grid"
      aria-label={label}
      aria-rowcount={count + 1}
      aria-activedescendant={active === undefined ? undefined : `${id}-${active}`}
      tabIndex={0}
      className={styles.scroller}
      onKeyDown={onKeyDown}
    >
      <div role="row" aria-rowindex={1} className={styles.head}>
        <span role="columnheader" aria-sort="descending">
          Start, {zoneName(reading.zone)} ↓
        </span>
        {headsOf(reading).map((words) => (
          <span role="columnheader" key={words}>
            {words}
          </span>
        ))}
      </div>
      <div role="rowgroup" className={styles.body} style={{ height: count * height }}>
        {shown.map((index) => {
          const row = rows[last - index]
          return (
            row && (
              <DataLine
                key={row.start}
                row={row}
                reading={reading}
                id={`${id}-${index}`}
                index={index}
                height={height}
                selected={index === active}
                onPoint={point}
              />
            )
          )
        })}
      </div>
    </div>
  )
}
