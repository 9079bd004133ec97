import type { Position } from './grid-keyboard.ts'

/** Ids of the elements of a grid. */
export const cellId = (grid: string, { row, column }: Position): string => `${grid}-${row}-${column}`

export const rowId = (grid: string, row: number): string => `${grid}-row-${row}`

export const exactId = (grid: string): string => `${grid}-exact`
