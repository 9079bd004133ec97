import { toastCopied } from '../ui/overlays/toast.tsx'
import { columnsRequests, moveColumn, resizeColumn, sizeStep } from './columns/column-table.ts'
import type { GridColumn, ShownColumn } from './columns/grid-columns.tsx'

/** A cell of the grid, both counted from 0; the column heads are row -1. */
export interface CellPosition {
  row: number
  column: number
}

export const headRow = -1

export const cellId = (grid: string, { row, column }: CellPosition): string => `${grid}-${row}-${column}`

/** The id of the exact values of the active cell. */
export const exactId = (grid: string): string => `${grid}-exact`

export interface GridSize {
  rows: number
  columns: number
  /** Rows that fit into the viewport. */
  page: number
}

export type Stroke = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const clamp = (value: number, min: number, max: number): number => Math.max(min, Math.min(value, max))

/** The cell that a key moves to from `at` (undefined before the first key); undefined when the key does not move. */
export function nextCell(stroke: Stroke, at: CellPosition | undefined, extent: GridSize): CellPosition | undefined {
  if (stroke.altKey || stroke.shiftKey || extent.columns === 0) return undefined
  const far = stroke.ctrlKey || stroke.metaKey
  const [lastRow, lastColumn] = [extent.rows - 1, extent.columns - 1]
  const page = Math.max(1, extent.page - 1)
  const { row, column } = at ?? { row: headRow, column: 0 }
  const targets: Readonly<Record<string, readonly [row: number, column: number]>> = {
    ArrowDown: [far ? lastRow : row + 1, column],
    ArrowUp: [far && row > 0 ? 0 : row - 1, column],
    ArrowLeft: [row, far ? 0 : column - 1],
    ArrowRight: at ? [row, far ? lastColumn : column + 1] : [0, 0],
    Home: [0, column],
    End: [lastRow, column],
    PageDown: [row + page, column],
    PageUp: [Math.max(Math.min(0, lastRow), row - page), column],
  }
  const target = targets[stroke.key]
  return target && { row: clamp(target[0], headRow, lastRow), column: clamp(target[1], 0, lastColumn) }
}

interface ActiveRow<Row> {
  row: Row
  index: number
  column: GridColumn<Row> | undefined
  onOpen: ((row: Row, index: number) => void) | undefined
}

/** What a key does to the active cell of a row: Enter opens the row, c copies the exact value. False for other keys. */
export function handleRowKey<Row>(event: Stroke, { row, index, column, onOpen }: ActiveRow<Row>): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  if (event.key === 'Enter' && onOpen) {
    onOpen(row, index)
    return true
  }
  if (event.key !== 'c' || !column) return false
  void toastCopied(column.text(row, index), `${column.header} copied`)
  return true
}

interface ActiveHead<Row> {
  list: string
  shown: readonly ShownColumn<Row>[]
  at: number
  /** Rendered width of the active column, in px at 16 px text. */
  width: number
  /** Sorts by the column, where the list can be sorted. */
  onSort: ((id: string) => void) | undefined
}

/** Enter sorts by the active column, with Shift it lists the columns; Shift and arrow size it, with Control move it. */
export function handleHeaderKey<Row>(
  event: Stroke,
  { list, shown, at, width, onSort }: ActiveHead<Row>,
): { announcement: string; at: number } | undefined {
  const here = shown[at]
  if (!here || event.altKey) return undefined
  const { id, header } = here.column
  if (event.key === 'Enter') {
    if (onSort && !event.shiftKey) onSort(id)
    else columnsRequests.emit({ list, column: id })
    return { announcement: '', at }
  }
  const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (by === 0 || !event.shiftKey) return undefined
  if (!event.ctrlKey && !event.metaKey) {
    const size = resizeColumn(here.tableColumn, width + by * sizeStep)
    return { announcement: `${header}: ${size} pixels wide`, at }
  }
  const target = shown[at + by]
  if (!target || target.pinned !== here.pinned) return { announcement: `${header} cannot move further`, at }
  moveColumn(here.tableColumn, target.tableColumn)
  return { announcement: `${header}: column ${at + by + 1} of ${shown.length}`, at: at + by }
}
