/** Where the reader is in the grid: both counted from 0; the heads of the columns are row -1. */
export interface Position {
  row: number
  column: number
}

export const headRow = -1

export interface Extent {
  rows: number
  columns: number
  /** Rows that fit on the screen. */
  page: number
}

export interface Stroke {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

const clamp = (value: number, min: number, max: number): number => Math.max(min, Math.min(value, max))

/**
 * Where a key leads from `at`, or undefined when the key does not move. Home and End go to the first and last loaded
 * row, up from the first row to the heads; with Control or Command and an arrow the column or row goes to its edge.
 * Before the first stroke `at` is undefined.
 */
export function move(stroke: Stroke, at: Position | undefined, extent: Extent): Position | undefined {
  if (stroke.altKey || stroke.shiftKey || extent.columns === 0) return undefined
  const far = stroke.ctrlKey || stroke.metaKey
  const [lastRow, lastColumn] = [extent.rows - 1, extent.columns - 1]
  const page = Math.max(1, extent.page - 1)
  const here = at ?? { row: headRow, column: 0 }
  const to = (row: number, column: number): Position => ({
    row: clamp(row, headRow, lastRow),
    column: clamp(column, 0, lastColumn),
  })
  switch (stroke.key) {
    case 'ArrowDown':
      return to(far ? lastRow : here.row + 1, here.column)
    case 'ArrowUp':
      return to(far && here.row > 0 ? 0 : here.row - 1, here.column)
    case 'ArrowLeft':
      return to(here.row, far ? 0 : here.column - 1)
    case 'ArrowRight':
      return at ? to(here.row, far ? lastColumn : here.column + 1) : to(0, 0)
    case 'Home':
      return to(0, here.column)
    case 'End':
      return to(lastRow, here.column)
    case 'PageDown':
      return to(here.row + page, here.column)
    case 'PageUp':
      return to(Math.max(Math.min(0, lastRow), here.row - page), here.column)
    default:
      return undefined
  }
}
