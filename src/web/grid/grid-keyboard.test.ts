// @vitest-environment happy-dom
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { headRow, nextCell, type CellPosition, type Stroke } from './grid-keyboard.ts'

const press = (key: string, held: Partial<Stroke> = {}): Stroke => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})
const extent = { rows: 100, columns: 4, page: 20 }
const at = { row: 10, column: 1 }

test.each([
  ['ArrowDown', at, { row: 11, column: 1 }],
  ['ArrowUp', at, { row: 9, column: 1 }],
  ['ArrowLeft', at, { row: 10, column: 0 }],
  ['ArrowRight', at, { row: 10, column: 2 }],
  ['Home', at, { row: 0, column: 1 }],
  ['End', at, { row: 99, column: 1 }],
  ['PageDown', at, { row: 29, column: 1 }],
  ['PageUp', at, { row: 0, column: 1 }],
  ['ArrowDown', undefined, { row: 0, column: 0 }],
  ['ArrowRight', undefined, { row: 0, column: 0 }],
  ['End', undefined, { row: 99, column: 0 }],
] as [string, CellPosition | undefined, CellPosition][])('%s from %j leads to %j', (key, from, to) => {
  expect(nextCell(press(key), from, extent)).toEqual(to)
})

test('control takes the column to its edge', () => {
  expect(nextCell(press('ArrowRight', { ctrlKey: true }), at, extent)).toEqual({ row: 10, column: 3 })
  expect(nextCell(press('ArrowLeft', { metaKey: true }), at, extent)).toEqual({ row: 10, column: 0 })
})

test('the heads are above the first row, and all there is of an empty list', () => {
  const head = { row: headRow, column: 2 }
  expect(nextCell(press('ArrowUp'), { row: 0, column: 2 }, extent)).toEqual(head)
  expect(nextCell(press('ArrowUp'), head, extent)).toEqual(head)
  expect(nextCell(press('ArrowDown'), head, extent)).toEqual({ row: 0, column: 2 })
  expect(nextCell(press('ArrowRight'), head, extent)).toEqual({ row: headRow, column: 3 })
  expect(nextCell(press('PageUp'), { row: 3, column: 0 }, extent)).toEqual({ row: 0, column: 0 })
  for (const key of ['ArrowDown', 'End', 'Home', 'PageUp', 'PageDown']) {
    expect(nextCell(press(key), head, { ...extent, rows: 0 })).toEqual(head)
  }
})

test('letters, held modifiers and an empty grid do not move', () => {
  expect(nextCell(press('c'), at, extent)).toBeUndefined()
  expect(nextCell(press('ArrowDown', { altKey: true }), at, extent)).toBeUndefined()
  expect(nextCell(press('ArrowDown'), undefined, { ...extent, columns: 0 })).toBeUndefined()
})

test('no sequence of keys leaves the grid', () => {
  const keys = fc.constantFrom('ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageDown', 'PageUp')
  const size = fc.integer({ min: 1, max: 50 })
  const rows = fc.nat(50)
  fc.assert(
    fc.property(fc.array(fc.tuple(keys, fc.boolean())), rows, size, size, (strokes, rows, columns, page) => {
      let here: CellPosition | undefined
      for (const [key, ctrlKey] of strokes)
        here = nextCell(press(key, { ctrlKey }), here, { rows, columns, page }) ?? here
      expect(
        here === undefined || (here.row >= headRow && here.row < rows && here.column >= 0 && here.column < columns),
      ).toBe(true)
    }),
  )
})
