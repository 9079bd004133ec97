import type { ReactNode } from 'react'
import type { List } from '../infinite-list/list.ts'
import type { GridColumn } from './columns/grid-columns.tsx'
import type { Find } from './find/use-find.ts'
import type { GridMessageProps } from './grid-message.tsx'
import type { Sorting } from './sorting/use-sorted.ts'

export interface DataGridProps<Row> extends Omit<GridMessageProps, 'listing'> {
  /** Under this name the reader's columns are kept. */
  list: string
  columns: readonly GridColumn<Row>[]
  listing: List<Row>
  /** How `list` is sorted; without it, the list cannot be sorted. */
  sorting?: Sorting
  /** The row whose details are open; it is brought into sight. */
  open?: number | undefined
  onOpen?: (row: Row, index: number) => void
  /** Something outside the grid points at the open row: it is brought to the middle, and moving to a row opens it. */
  followsChart?: boolean
  /** Of rows that are elsewhere: `list.at` gives those in view, and what is found in all others is said by this. */
  serverFind?: Find
  /** More words in the footer; false for no footer. */
  foot?: ReactNode
  /** Two lines to a row. */
  tall?: boolean
}
