// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { listOfRows } from '../list/list.ts'
import { emptyColumns } from './use-grid-layout.ts'
import type { GridColumn } from './columns/grid-columns.tsx'

type Row = Partial<Record<'a' | 'b' | 'c', string>>

const column = (id: 'a' | 'b' | 'c', more: Partial<GridColumn<Row>> = {}): GridColumn<Row> => ({
  id,
  header: id,
  size: 100,
  cell: (row) => row[id],
  text: (row) => row[id] ?? '',
  ...more,
})
const columns = [column('a'), column('b'), column('c')]

test('columns without a value in any row are empty, one value in the last row is enough', () => {
  expect(emptyColumns(columns, listOfRows<Row>([{ a: '1' }, { a: '2', b: '0' }]))).toEqual(['c'])
})

test('a list without rows has no empty columns, and a list of nothing keeps all', () => {
  expect(emptyColumns(columns, listOfRows<Row>([]))).toEqual([])
  expect(emptyColumns(columns, listOfRows<Row>([{}]))).toEqual([])
})

test('a column whose values are loading, or that cannot be hidden, is not empty', () => {
  const rows = listOfRows<Row>([{ a: '1' }])
  expect(emptyColumns([column('a'), column('b', { filled: () => true })], rows)).toEqual([])
  expect(emptyColumns([column('a'), column('b', { fixed: true })], rows)).toEqual([])
})
