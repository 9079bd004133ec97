import { useMemo, type CSSProperties, type ReactNode } from 'react'
import type { TermName } from '../../entities/terms.ts'
import type { RowInView } from '../fixed-row-virtualizer.ts'
import { useColumnTable, type ColumnSpec, type TableColumn } from './column-table.ts'

export interface GridColumn<Row> extends ColumnSpec {
  header: string
  /** The term that the column shows, where its id is no field of the glossary. */
  term?: TermName
  /** Shown in the header instead of in each cell. */
  unit?: ReactNode
  align?: 'end'
  sort?: 'ascending' | 'descending'
  /** Words instead of this row's cell. Neighbours with the same words are one cell. */
  span?: (row: Row) => string | undefined
  /** Its links and buttons must be those of ui/, which leave the tab order inside a grid. */
  cell: (row: Row, index: number) => ReactNode
  /** The exact value, for copying and export. */
  text: (row: Row, index: number) => string
  /** Heads the card that a row is on a phone; else the first column does. */
  title?: true
  /** Replaces the cell and its header in that card; `false` leaves both out. */
  card?: false | ((row: Row) => ReactNode)
  /** What rows are sorted by where the exact value says nothing to a reader: a market's code, a scaled amount. */
  sortBy?: (row: Row, index: number) => string
  /** What ascending and descending mean here; by default of numbers or of words. */
  directions?: readonly [ascending: string, descending: string]
  /** What the cell shows where that is neither of these two: found as well. */
  shown?: (row: Row) => string
  /** Whether the value is there; by default, whether there is a text. A value still asked for counts as there. */
  filled?: (row: Row) => boolean
  /** Few rows have a value: the column is hidden where fewer than one in ten have. */
  rare?: boolean
}

export interface ColumnPlacement {
  size: number
  /** Resized by the reader: it no longer stretches. */
  sized: boolean
  pinned: boolean
  /** Distance from the left edge while pinned, px at 16 px text. */
  offset: number
  lastPinned: boolean
}

export interface ShownColumn<Row> extends ColumnPlacement {
  column: GridColumn<Row>
  /** The column of TanStack Table: moves, resizes and hides it. */
  tableColumn: TableColumn<RowInView<Row>>
}

/** The rows in view and the visible columns, in the reader's order with pinned ones first. */
export function useGridTable<Row>(
  list: string,
  columns: readonly GridColumn<Row>[],
  inView: readonly RowInView<Row>[],
  emptied?: readonly string[],
) {
  const table = useColumnTable(list, columns, inView, emptied)
  const pinned = table.getStartVisibleLeafColumns()
  const others = table.getCenterVisibleLeafColumns()
  const { columnSizing } = table.state
  const shown = useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]))
    return [...pinned, ...others].flatMap((tableColumn, index): ShownColumn<Row>[] => {
      const column = byId.get(tableColumn.id)
      const isPinned = index < pinned.length
      const placement = {
        size: tableColumn.getSize(),
        sized: columnSizing[tableColumn.id] !== undefined,
        pinned: isPinned,
        offset: isPinned ? tableColumn.getStart('start') : 0,
        lastPinned: index === pinned.length - 1,
      }
      return column ? [{ column, tableColumn, ...placement }] : []
    })
  }, [columns, pinned, others, columnSizing])
  return { shown, rows: table.getRowModel().rows }
}

export type TrackStyle = Pick<CSSProperties, 'gridTemplateColumns' | 'minWidth'>

const rem = (size: number): string => `${size / 16}rem`

/** Grid tracks and minimum width of the header and every row: pinned and resized columns keep their size. */
export function trackStyle(columns: readonly ColumnPlacement[]): TrackStyle {
  const tracks = columns.map(({ size, pinned, sized }) =>
    pinned || sized ? rem(size) : `minmax(${rem(size)}, ${size}fr)`,
  )
  return {
    gridTemplateColumns: tracks.join(' '),
    minWidth: rem(columns.reduce((sum, { size }) => sum + size, 0)),
  }
}

/** Width of the pinned columns, which a column scrolled into view must not end up under. */
export const pinnedWidth = (columns: readonly ColumnPlacement[]): string =>
  rem(columns.reduce((sum, { pinned, size }) => (pinned ? sum + size : sum), 0))

export const pinnedStyle = (column: ColumnPlacement): CSSProperties | undefined =>
  column.pinned ? { insetInlineStart: rem(column.offset) } : undefined
