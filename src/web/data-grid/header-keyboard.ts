import type { KeyboardEvent } from 'react'
import { moveColumn, resizeColumn, sizeStep } from './columns/column-table.ts'
import { askForColumns } from './columns/open-columns-event.ts'
import type { ShownColumn } from './columns/grid-columns.tsx'

interface Heads<Row> {
  list: string
  shown: readonly ShownColumn<Row>[]
  at: number
  /** Rendered width of the active column, in px at 16 px text. */
  width: number
}

/**
 * Shift with an arrow resizes the active column, with Control or Command it moves it, Enter opens the list of columns.
 * Returns the announcement for screen readers and the new index of the column; undefined for other keys.
 */
export function headKey<Row>(
  event: KeyboardEvent,
  heads: Heads<Row>,
): { announcement: string; at: number } | undefined {
  const { list, shown, at, width } = heads
  const here = shown[at]
  if (!here || event.altKey) return undefined
  const { id, header } = here.column
  if (event.key === 'Enter') {
    askForColumns({ list, column: id })
    return { announcement: '', at }
  }
  const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (by === 0 || !event.shiftKey) return undefined
  if (!event.ctrlKey && !event.metaKey) {
    const size = Math.max(48, Math.round(width) + by * sizeStep)
    resizeColumn(here.tableColumn, size)
    return { announcement: `${header}: ${size} pixels wide`, at }
  }
  const target = shown[at + by]
  if (!target || target.pinned !== here.pinned) return { announcement: `${header} is at its end`, at }
  moveColumn(here.tableColumn, target.tableColumn)
  return { announcement: `${header}: column ${at + by + 1} of ${shown.length}`, at: at + by }
}
