// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { preferences } from '../../preferences/preferences.ts'
import { useGridTable } from './grid-columns.tsx'

const columns = ['a', 'b'].map((id) => ({ id, header: id, size: 100, cell: (row: string) => row, text: String }))
const inView = (rows: readonly string[], from: number) => rows.map((row, at) => ({ index: from + at, row }))
const ids = (shown: readonly { column: { id: string } }[]) => shown.map(({ column }) => column.id)

beforeEach(() => preferences.reset())
afterEach(cleanup)

test('scrolling changes the rows of the table and leaves its columns the same objects', () => {
  const pinned = { hidden: [], order: [], sizes: { a: 240 }, pinned: ['b'] }
  preferences.set({ columns: { list: pinned } })
  const { result, rerender } = renderHook(({ rows }) => useGridTable('list', columns, rows), {
    initialProps: { rows: inView(['r0', 'r1', 'r2'], 0) },
  })
  const before = result.current.shown
  expect(before.map(({ column, ...rest }) => [column.id, rest.size, rest.sized, rest.pinned])).toEqual([
    ['b', 100, false, true],
    ['a', 240, true, false],
  ])
  rerender({ rows: inView(['r1', 'r2', 'r3'], 1) })
  expect(result.current.rows.map(({ original }) => `${original.index} ${original.row}`)).toEqual([
    '1 r1',
    '2 r2',
    '3 r3',
  ])
  expect(result.current.shown).toBe(before)
  act(() => preferences.set({ columns: { list: { ...pinned, pinned: [] } } }))
  expect(ids(result.current.shown)).toEqual(['a', 'b'])
})
