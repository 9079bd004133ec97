// Rows that are not in the document have no table: the roles of an ARIA grid say what tags cannot.
import { memo, useRef, useState, type PointerEvent } from 'react'
import { classNames } from '../ui/class-names.ts'
import { cellId } from './cell-id.ts'
import { resizeColumn } from './columns/column-table.ts'
import styles from './data-grid.module.css'
import { pinnedStyle, type ShownColumn, type TrackStyle } from './columns/grid-columns.tsx'
import { headRow } from './grid-keyboard.ts'
import { useRootSize } from './rem-size.ts'
import { useColumnDrag } from './columns/use-column-drag.ts'

interface GridHeaderProps<Row> {
  id: string
  columns: readonly ShownColumn<Row>[]
  tracks: TrackStyle
  activeColumn: number
}

function PlainHeader<Row>({ id, columns, tracks, activeColumn }: GridHeaderProps<Row>) {
  const { drop, ...drag } = useColumnDrag(columns)
  const hint = `${id}-head-keys`
  return (
    <div role="rowgroup" className={styles.head}>
      {/* What dragging does can be done by key: the grid answers for its heads, and the columns menu has it too. */}
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus */}
      <div role="row" aria-rowindex={1} className={styles.headRow} style={tracks} {...drag}>
        {columns.map((shown, index) => (
          <div
            key={shown.column.id}
            id={cellId(id, { row: headRow, column: index })}
            role="columnheader"
            aria-describedby={hint}
            aria-sort={shown.column.sort}
            className={classNames(
              styles.headCell,
              shown.column.align === 'end' && styles.end,
              shown.pinned && styles.pinned,
              shown.lastPinned && styles.lastPinned,
              activeColumn === index && styles.active,
            )}
            data-drop={drop?.id === shown.column.id ? drop.side : undefined}
            style={pinnedStyle(shown)}
          >
            <span className={styles.headText} title={shown.column.header}>
              {shown.column.header}
              {shown.column.unit === undefined ? null : <>, {shown.column.unit}</>}
            </span>
            <ResizeHandle shown={shown} />
          </div>
        ))}
      </div>
      <span id={hint} hidden>
        Shift with an arrow sizes the column, Control and Shift with an arrow moves it, Enter lists all columns
      </span>
    </div>
  )
}

/** The column heads, sticky at the top and aligned with the rows. */
export const GridHeader = memo(PlainHeader) as typeof PlainHeader

/** Drag to resize a column, double-click to reset its size. */
function ResizeHandle<Row>({ shown }: { shown: ShownColumn<Row> }) {
  const root = useRootSize()
  const start = useRef<{ from: number; width: number } | undefined>(undefined)
  const [shift, setShift] = useState(0)

  const end = (event: PointerEvent) => {
    event.stopPropagation()
    const started = start.current
    start.current = undefined
    setShift(0)
    if (!started || event.clientX === started.from) return
    resizeColumn(shown.tableColumn, ((started.width + event.clientX - started.from) * 16) / root)
  }
  return (
    <span
      aria-hidden="true"
      className={styles.resize}
      data-dragging={shift !== 0 || undefined}
      style={{ translate: `${shift}px 0` }}
      onPointerDown={(event) => {
        event.preventDefault()
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { from: event.clientX, width: event.currentTarget.parentElement?.offsetWidth ?? shown.size }
      }}
      onPointerMove={(event) => {
        if (start.current) setShift(event.clientX - start.current.from)
      }}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => shown.tableColumn.resetSize()}
    />
  )
}
