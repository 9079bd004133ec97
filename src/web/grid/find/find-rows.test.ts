import { expect, test } from 'vitest'
import { listOfRows } from '../../list/list.ts'
import type { GridColumn } from '../columns/grid-columns.tsx'
import { cellHas, findRows, needleOf, nextMatch } from './use-find.ts'

interface Row {
  id: string
  amount: string
  kind: string
}

const column = (id: keyof Row, more: Partial<GridColumn<Row>> = {}): GridColumn<Row> => ({
  id,
  header: id,
  size: 100,
  cell: (row) => row[id],
  text: (row) => row[id],
  ...more,
})
const rows: readonly Row[] = [
  { id: 'ab12', amount: '1234567', kind: 'CROSS' },
  { id: 'cd34', amount: '', kind: 'ISOLATED' },
]
const columns = [column('id'), column('amount'), column('kind', { sortBy: ({ kind }) => `${kind} 10x` })]
const found = (typed: string, of = columns) => {
  const needle = needleOf(typed)
  return needle && findRows(listOfRows(rows), of, needle)
}

test('exact values and sort values are found, ignoring case and spaces', () => {
  expect(found('AB1')).toEqual([0])
  expect(found('isolated  10X')).toEqual([1])
  expect(found('o')).toEqual([0, 1])
  expect(found('nowhere')).toEqual([])
})

test('a number is found with the separators that the cell shows', () => {
  expect(found('1,234')).toEqual([0])
  expect(found('1 234 567')).toEqual([0])
})

test('shown words replace the value that only sorts', () => {
  const severity = column('kind', { sortBy: () => '0', shown: ({ kind }) => kind.toLowerCase() })
  expect(found('0', [severity])).toEqual([])
  expect(found('cross', [severity])).toEqual([0])
})

test('nothing but spaces is not looked for, and an absent value is never found', () => {
  expect(needleOf('  ')).toBeUndefined()
  const needle = needleOf('1')
  expect(needle && cellHas(column('amount'), rows[1]!, 1, needle)).toBe(false)
})

test('matches follow each other round the ends, from any row', () => {
  expect([nextMatch([2, 5, 9], 5, 1), nextMatch([2, 5, 9], 9, 1), nextMatch([2, 5, 9], 3, 1)]).toEqual([9, 2, 5])
  expect([nextMatch([2, 5, 9], 5, -1), nextMatch([2, 5, 9], 2, -1)]).toEqual([2, 9])
  expect(nextMatch([], 0, 1)).toBeUndefined()
})
