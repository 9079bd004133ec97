import { useMemo, type CSSProperties, type ReactNode } from 'react'
import type { RowInView } from '../rows-in-view.ts'
import { useColumnTable, type ColumnSpec, type TableColumn } from './column-table.ts'

/** One column of a grid. */
export interface GridColumn<Row> extends ColumnSpec {
  /** The member's name on the wire where there is one: the glossary and the exported file use it. */
  id: string
  header: string
  /** Shown once in the head instead of in each cell. */
  unit?: ReactNode
  align?: 'end'
  /** Not shown until the reader asks for it. */
  hidden?: boolean
  /** Cannot be taken away. */
  fixed?: boolean
  /** Links and buttons in it are those of ui, which leave the Tab order inside a grid. */
  cell: (row: Row, index: number) => ReactNode
  /** The exact value as received, for copying and for files. */
  text: (row: Row, index: number) => string
}

/** Where a column stands. */
export interface ColumnPlacement {
  size: number
  /** The reader sized it: it no longer stretches. */
  sized: boolean
  pinned: boolean
  /** Distance from the left edge while pinned. */
  offset: number
  lastPinned: boolean
}

/** A column as this reader's grid shows it. */
export interface ShownColumn<Row> extends ColumnPlacement {
  column: GridColumn<Row>
  /** The table's own column: moves, sizes and hides it. */
  tableColumn: TableColumn<RowInView<Row>>
}

const rowId = ({ key }: { key: string }): string => key

/** The rows in view as the table has them, and the columns to show: in the reader's order, pinned ones first. */
export function useGridTable<Row>(
  list: string,
  columns: readonly GridColumn<Row>[],
  inView: readonly RowInView<Row>[],
) {
  const table = useColumnTable(list, columns, inView, rowId)
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

/**
 * What the row of heads and each row of records share: the tracks (a pinned or sized column keeps its size, the others
 * share what is left) and the least width. Written on each row and not as a custom property: a browser would parse that
 * again for every row that it draws.
 */
export function trackStyle(columns: readonly ColumnPlacement[]): TrackStyle {
  const tracks = columns.map(({ size, pinned, sized }) =>
    pinned || sized ? rem(size) : `minmax(${rem(size)}, ${size}fr)`,
  )
  return {
    gridTemplateColumns: tracks.join(' '),
    minWidth: rem(columns.reduce((sum, { size }) => sum + size, 0)),
  }
}

/** What pinned columns cover of the left side: a column brought into sight must not come to lie under them. */
export const pinnedWidth = (columns: readonly ColumnPlacement[]): string =>
  rem(columns.reduce((sum, { pinned, size }) => (pinned ? sum + size : sum), 0))

/** Where a pinned cell sticks. */
export const pinnedStyle = (column: ColumnPlacement): CSSProperties | undefined =>
  column.pinned ? { insetInlineStart: rem(column.offset) } : undefined
