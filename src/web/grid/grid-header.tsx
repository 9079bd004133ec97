// Rows that are not in the document have no table: the roles of an ARIA grid say what tags cannot.
import { memo, useState, type PointerEvent } from 'react'
import { meaningMissing, useMeanings } from '../entities/meanings.ts'
import { classNames } from '../ui/class-names.ts'
import { moveColumn, resizeColumn } from './columns/column-table.ts'
import styles from './data-grid.module.css'
import edgeStyles from './grid-header.module.css'
import { pinnedStyle, type GridColumn, type ShownColumn, type TrackStyle } from './columns/grid-columns.tsx'
import { cellId, headRow } from './grid-keyboard.ts'
import { useRootSize } from './use-grid-layout.ts'
import type { Sort } from './sorting/use-sorted.ts'
import { Icon } from '../ui/icons/icon.tsx'

/** Shorter drags are clicks, px. */
const slack = 6

/** The column under a point; pinned columns overlap the others and come first. */
function columnAt(row: Element, x: number): number {
  return [...row.children].findIndex((cell) => {
    const { left, right } = cell.getBoundingClientRect()
    return x >= left && x < right
  })
}

/** Moves a column by its head, among pinned or among unpinned ones. Touch has the columns menu for it. */
function useColumnDrag<Row>(columns: readonly ShownColumn<Row>[]) {
  const [drag, setDrag] = useState<{ from: number; x: number; over: number }>()
  return {
    /** On which side of column `index` the dragged one would be put. */
    sideAt: (index: number) => (drag?.over === index ? (index < drag.from ? 'before' : 'after') : undefined),
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || event.pointerType === 'touch') return
      setDrag({ from: columnAt(event.currentTarget, event.clientX), x: event.clientX, over: -1 })
    },
    onPointerMove: ({ currentTarget: row, clientX, pointerId }: PointerEvent) => {
      if (!drag || (Math.abs(clientX - drag.x) < slack && !row.hasPointerCapture(pointerId))) return
      row.setPointerCapture(pointerId)
      const over = columnAt(row, clientX)
      const possible = over !== drag.from && columns[over]?.pinned === columns[drag.from]?.pinned
      setDrag({ ...drag, over: possible ? over : -1 })
    },
    onPointerUp: () => {
      const [moved, target] = drag ? [columns[drag.from], columns[drag.over]] : []
      setDrag(undefined)
      if (moved && target) moveColumn(moved.tableColumn, target.tableColumn)
    },
    onPointerCancel: () => setDrag(undefined),
  }
}

interface GridHeaderProps<Row> {
  id: string
  columns: readonly ShownColumn<Row>[]
  tracks: TrackStyle
  activeColumn: number
  sort: Sort | undefined
  /** Sorts by a column, where the list can be sorted. */
  onSort: ((id: string, column: number) => void) | undefined
  /** Cards name their fields themselves: the heads are for assistive technology alone. */
  cards: boolean
}

const ariaSort = <Row,>({ id, sort: fixed }: GridColumn<Row>, sort: Sort | undefined) =>
  sort?.id === id ? (sort.desc ? 'descending' : 'ascending') : fixed

function PlainHeader<Row>({ id, columns, tracks, activeColumn, sort, onSort, cards }: GridHeaderProps<Row>) {
  const { sideAt, ...drag } = useColumnDrag(columns)
  const hint = `${id}-head-keys`
  return (
    <div role="rowgroup" className={cards ? 'visually-hidden' : styles.head}>
      {/* What dragging does can be done by key: the grid answers for its heads, and the columns menu has it too. */}
      <div role="row" aria-rowindex={1} className={styles.headRow} style={tracks} {...drag}>
        {columns.map((shown, index) => (
          <div
            key={shown.column.id}
            id={cellId(id, { row: headRow, column: index })}
            role="columnheader"
            aria-describedby={hint}
            aria-sort={ariaSort(shown.column, sort)}
            className={classNames(
              styles.headCell,
              shown.column.align === 'end' && styles.end,
              shown.pinned && styles.pinned,
              shown.lastPinned && styles.lastPinned,
              activeColumn === index && styles.active,
            )}
            data-drop={sideAt(index)}
            style={pinnedStyle(shown)}
          >
            <HeadText
              column={shown.column}
              sort={sort}
              onSort={onSort && (() => onSort(shown.column.id, index))}
              cards={cards}
            />
            <ResizeHandle shown={shown} />
          </div>
        ))}
      </div>
      <span id={hint} hidden>
        {onSort ? 'Enter sorts the loaded rows, Shift and Enter lists all columns' : 'Enter lists all columns'}, Shift
        with an arrow resizes the column, Control and Shift with an arrow moves it
      </span>
    </div>
  )
}

/** The column heads, sticky at the top and aligned with the rows. */
export const GridHeader = memo(PlainHeader) as typeof PlainHeader

interface HeadTextProps<Row> {
  column: GridColumn<Row>
  sort: Sort | undefined
  onSort: (() => void) | undefined
  cards: boolean
}

/** The name of a column; a button where the list can be sorted. */
function HeadText<Row>({ column, sort, onSort, cards }: HeadTextProps<Row>) {
  const { id, term, header } = column
  const loaded = useMeanings()
  const meaning = loaded === false ? meaningMissing : term ? loaded?.terms[term].text : loaded?.glossary[id]?.meaning
  const explained = meaning === undefined ? header : `${header}: ${meaning}`
  const text = (
    <>
      {column.header}
      {column.unit === undefined ? null : <>, {column.unit}</>}
    </>
  )
  if (!onSort || cards) {
    return (
      <span className="cut" title={explained}>
        {text}
      </span>
    )
  }
  const sorted = sort?.id === id
  return (
    <button
      type="button"
      tabIndex={-1} // the grid is one tab stop
      className={styles.headButton}
      title={`Sort the loaded rows by ${explained}`}
      onClick={onSort}
    >
      <span className="cut">{text}</span>
      {sorted ? <Icon name={sort.desc ? 'arrow-down' : 'arrow-up'} size="0.8125rem" /> : null}
    </button>
  )
}

/** Drag to resize a column, double-click to reset its size. */
function ResizeHandle<Row>({ shown }: { shown: ShownColumn<Row> }) {
  const root = useRootSize()
  const [drag, setDrag] = useState<{ from: number; width: number; shift: number }>()
  const end = (event: PointerEvent) => {
    event.stopPropagation()
    setDrag(undefined)
    if (drag && event.clientX !== drag.from) {
      resizeColumn(shown.tableColumn, ((drag.width + event.clientX - drag.from) * 16) / root)
    }
  }
  return (
    <span
      aria-hidden="true"
      className={edgeStyles.resize}
      data-dragging={drag?.shift ? true : undefined}
      style={{ translate: `${drag?.shift ?? 0}px 0` }}
      onPointerDown={(event) => {
        event.preventDefault()
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        const width = event.currentTarget.parentElement?.offsetWidth ?? shown.size
        setDrag({ from: event.clientX, width, shift: 0 })
      }}
      onPointerMove={({ clientX }) => setDrag((now) => now && { ...now, shift: clientX - now.from })}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => shown.tableColumn.resetSize()}
    />
  )
}
