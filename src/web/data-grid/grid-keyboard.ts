/** A cell of the grid, both counted from 0; the column heads are row -1. */
export interface Position {
  row: number
  column: number
}

export const headRow = -1

export interface Extent {
  rows: number
  columns: number
  /** Rows that fit into the viewport. */
  page: number
}

export type Stroke = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const clamp = (value: number, min: number, max: number): number => Math.max(min, Math.min(value, max))

/**
 * The cell that a key moves to from `at` (undefined before the first key); undefined when the key does not move. Home
 * and End lead to the first and last loaded row, Control or Command with an arrow to the edge.
 */
export function move(stroke: Stroke, at: Position | undefined, extent: Extent): Position | undefined {
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
