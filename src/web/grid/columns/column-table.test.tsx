// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { preferences } from '../../preferences/preferences.ts'
import { moveColumn, resizeColumn, useColumnTable } from './column-table.ts'

const columns = ['a', 'b', 'c', 'd'].map((id) => ({ id, size: 100, hidden: id === 'c' }))
const rows: readonly object[] = []
const name = fc.constantFrom('a', 'b', 'c', 'd')

beforeEach(() => preferences.reset())
afterEach(cleanup)

function show(of: typeof columns = columns) {
  const { result, unmount } = renderHook(() => useColumnTable('list', of, rows))
  const column = (id: string) => result.current.getColumn(id)!
  return {
    unmount,
    column,
    order: () => result.current.getAllLeafColumns().map(({ id }) => id),
    visible: () =>
      [...result.current.getStartVisibleLeafColumns(), ...result.current.getCenterVisibleLeafColumns()].map(
        ({ id }) => id,
      ),
    move: (id: string, target: string) => act(() => moveColumn(column(id), column(target))),
  }
}
const kept = () => preferences.get().columns['list']

test('a list starts as it was written, without its hidden columns', () => {
  const { order, visible } = show()
  expect(order()).toEqual(['a', 'b', 'c', 'd'])
  expect(visible()).toEqual(['a', 'b', 'd'])
  expect(kept()).toBeUndefined()
})

test('a column takes the place it is brought to, in either direction, and keeps it for the next visit', () => {
  const { order, move, unmount } = show()
  move('a', 'd')
  expect(order()).toEqual(['b', 'c', 'd', 'a'])
  move('d', 'b')
  expect(order()).toEqual(['d', 'b', 'c', 'a'])
  expect(kept()).toEqual({ hidden: ['c'], order: ['d', 'b', 'c', 'a'], sizes: {}, pinned: [] })
  unmount()
  expect(show().order()).toEqual(['d', 'b', 'c', 'a'])
})

test('pinned columns are moved among themselves', () => {
  const { column, move, visible } = show()
  act(() => column('a').pin('start'))
  act(() => column('b').pin('start'))
  move('b', 'a')
  expect(kept()?.pinned).toEqual(['b', 'a'])
  expect(visible()).toEqual(['b', 'a', 'd'])
  move('b', 'd') // a pinned column leaves its group by being unpinned
  expect(kept()?.pinned).toEqual(['b', 'a'])
})

test('no column is lost or doubled by moving, and a later one is found at the end', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(name, name), { maxLength: 6 }), (moves) => {
      preferences.reset()
      const { order, move, unmount } = show()
      for (const [id, target] of moves) move(id, target)
      expect(order().toSorted()).toEqual(['a', 'b', 'c', 'd'])
      unmount()
      const later = show([...columns, { id: 'e', size: 1, hidden: false }])
      expect(later.order().at(-1)).toBe('e')
      later.unmount()
    }),
    { numRuns: 30 },
  )
})

test('showing and pinning twice changes nothing; a size has a minimum and can be given back', () => {
  const { column } = show()
  for (const id of ['a', 'c']) {
    for (const _ of [1, 2]) {
      act(() => column(id).toggleVisibility())
      act(() => column(id).pin(column(id).getIsPinned() === false ? 'start' : false))
    }
  }
  expect(kept()).toEqual({ hidden: ['c'], order: [], sizes: {}, pinned: [] })
  act(() => void resizeColumn(column('a'), 3))
  expect(kept()?.sizes).toEqual({ a: 48 })
  act(() => void resizeColumn(column('a'), 200.4))
  expect(column('a').getSize()).toBe(200)
  act(() => column('a').resetSize())
  expect(kept()?.sizes).toEqual({})
})
