import type { KeyboardEvent } from 'react'
import { copyText } from '../ui/inputs/clipboard.ts'
import { toast } from '../ui/overlays/toast.tsx'
import type { GridColumn } from './columns/grid-columns.tsx'

interface ActiveRow<Row> {
  row: Row
  index: number
  /** The column of the active cell. */
  column: GridColumn<Row> | undefined
  onOpen: ((row: Row, index: number) => void) | undefined
}

/** What a key does to the active cell of a row: Enter opens the row, c copies the exact value. False for other keys. */
export function rowKey<Row>(event: KeyboardEvent, { row, index, column, onOpen }: ActiveRow<Row>): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  if (event.key === 'Enter' && onOpen) {
    onOpen(row, index)
    return true
  }
  if (event.key !== 'c' || !column) return false
  void copyCell(column.header, column.text(row, index))
  return true
}

async function copyCell(header: string, value: string): Promise<void> {
  toast((await copyText(value)) ? `${header} copied` : 'This browser does not let pages copy here')
}
