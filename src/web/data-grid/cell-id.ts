import type { Position } from './grid-keyboard.ts'

/** The name of a cell in the document. */
export const cellId = (grid: string, { row, column }: Position): string => `${grid}-${row}-${column}`

/** The name of a row in the document. */
export const rowId = (grid: string, row: number): string => `${grid}-row-${row}`

/** The name of the exact values of the active cell. */
export const exactId = (grid: string): string => `${grid}-exact`
