// Rows that are not in the document have no table: the roles of an ARIA grid say what tags cannot.
import { useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { ActiveCellTooltip } from './active-cell-tooltip.tsx'
import styles from './data-grid.module.css'
import { GridBody, GridSkeleton } from './grid-body.tsx'
import { pinnedWidth, trackStyle, useGridTable, type GridColumn } from './columns/grid-columns.tsx'
import { GridFooter } from './grid-footer.tsx'
import { GridHeader } from './grid-header.tsx'
import { cellId, exactId, headKey, headRow, move, rowKey, type Position } from './grid-keyboard.ts'
import { GridMessage, type GridMessageProps } from './grid-message.tsx'
import type { Listing } from '../infinite-list/list.ts'
import { useGridSizes } from './rem-size.ts'
import { revealRow, useRowsInView, useRowWindow } from './fixed-row-virtualizer.ts'

export interface DataGridProps<Row> extends Omit<GridMessageProps, 'listing'> {
  /** Under this name the reader's columns are kept. */
  list: string
  columns: readonly GridColumn<Row>[]
  listing: Listing<Row>
  /** The row whose details are open; it is brought into sight. */
  open?: number | undefined
  onOpen?: (row: Row, index: number) => void
  /** Something outside the grid points at the open row: it is brought to the middle, and moving to a row opens it. */
  linked?: boolean
  /** More words in the footer; false for no footer. */
  foot?: ReactNode
  /** Two lines to a row. */
  tall?: boolean
}

/** The active cell; undefined at first. Opening a row activates it, however it was opened. */
function useActivePosition(open: number | undefined) {
  const [at, setAt] = useState<Position>()
  const [opened, setOpened] = useState<number>()
  if (open !== opened) {
    setOpened(open)
    if (open !== undefined && at?.row !== open) setAt({ row: open, column: at?.column ?? 0 })
  }
  return [at, setAt] as const
}

/** The one table of the dashboard: rows in sight over cursor pages, one tab stop, the keys of an ARIA grid. */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { label, list, listing, open, onOpen, linked } = props
  const { root, head, rowHeight } = useGridSizes(props.tall)
  const id = useId()
  // In state, not in a ref: the row window is computed again once it is mounted.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const [at, setAt] = useActivePosition(open)
  const [announcement, setAnnouncement] = useState('')
  const waiting = listing.status === 'waiting'
  const count = listing.status === 'ready' ? listing.count : 0
  const activeRow = at && Math.min(at.row, count - 1) // without rows that is the row of heads
  const inView = useRowsInView(listing, useRowWindow(scroller, rowHeight, count), activeRow)
  const { shown: columns, rows } = useGridTable(list, props.columns, inView)
  const tracks = useMemo(() => trackStyle(columns), [columns])
  const active = at && { row: Math.min(at.row, count - 1), column: Math.min(at.column, columns.length - 1) }
  const activeHead = active?.row === headRow

  /** The row that the reader went to: it is in sight, wherever that is. */
  const own = useRef<number>(undefined)
  useLayoutEffect(() => {
    const centre = linked === true && own.current !== open
    own.current = undefined
    if (open !== undefined && scroller) revealRow(scroller, open, { rowHeight, head, centre })
  }, [scroller, open, rowHeight, head, linked])

  const openRow = (index: number) => {
    const row = listing.at(index)
    own.current = index
    if (row !== undefined) onOpen?.(row, index)
  }
  const goTo = (to: Position) => {
    if (to.row !== headRow && scroller) {
      revealRow(scroller, to.row, { rowHeight, head })
      if (linked) openRow(to.row)
    }
    // The page may be lower than the grid (a small window, large text): it follows the keys too. A pinned cell is in
    // sight sideways from any position, so its row is scrolled there instead.
    flushSync(() => setAt(to))
    const cell = document.getElementById(cellId(id, to))
    const part = columns[to.column]?.pinned ? cell?.parentElement : cell
    part?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  const onHeadKey = (event: KeyboardEvent, column: number): boolean => {
    const cell = document.getElementById(cellId(id, { row: headRow, column }))
    const width = ((cell?.offsetWidth ?? 0) * 16) / root
    const done = headKey(event, { list, shown: columns, at: column, width })
    if (!done) return false
    setAnnouncement(done.announcement)
    setAt({ row: headRow, column: done.at })
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    const fits = Math.max(1, Math.floor(((scroller?.clientHeight ?? 0) - head) / rowHeight))
    const extent = { rows: count, columns: columns.length, page: fits }
    const to = move(event, active, extent)
    if (to) {
      event.preventDefault()
      goTo(to)
      return
    }
    if (!active) return
    const { row: index } = active
    const row = listing.at(index)
    const column = columns[active.column]?.column
    const used = activeHead
      ? onHeadKey(event, active.column)
      : row !== undefined && rowKey(event, { row, index, column, onOpen })
    if (!used) return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <section className={styles.panel}>
      <div
        ref={setScroller}
        className={styles.scroller}
        style={{ scrollPaddingInlineStart: pinnedWidth(columns), scrollPaddingTop: head }}
        data-keep-scroll={linked ? undefined : list}
        role="grid"
        aria-label={label}
        aria-busy={waiting || listing.busy !== undefined}
        aria-rowcount={listing.end === 'more' || waiting ? -1 : listing.count + 1}
        aria-readonly="true"
        aria-activedescendant={active ? cellId(id, active) : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          if (event.target === event.currentTarget && !at) setAt({ row: 0, column: 0 })
        }}
      >
        <GridHeader id={id} columns={columns} tracks={tracks} activeColumn={activeHead ? active.column : -1} />
        {count > 0 ? (
          <GridBody
            id={id}
            rowHeight={rowHeight}
            columns={columns}
            tracks={tracks}
            rows={rows}
            count={count}
            active={active}
            open={open}
            onPick={(to) => {
              setAt(to)
              scroller?.focus({ preventScroll: true })
              openRow(to.row)
            }}
          />
        ) : null}
        {waiting ? <GridSkeleton columns={columns.length} tracks={tracks} height={rowHeight} /> : null}
      </div>
      <ActiveCellTooltip
        id={exactId(id)}
        cell={active && !activeHead ? cellId(id, active) : undefined}
        scroller={scroller}
      />
      <output className="visually-hidden">{announcement}</output>
      <GridMessage {...props} />
      <GridFooter listing={listing}>{props.foot}</GridFooter>
    </section>
  )
}
