import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstChoice, orderOf, withMoved, withPinned, withShown, withSize } from './column-state.ts'

const columns = ['a', 'b', 'c', 'd'].map((id) => ({ id, size: 100, hidden: id === 'c' }))
const first = firstChoice(columns)
const name = fc.constantFrom('a', 'b', 'c', 'd')

test('a list starts as it was written, without its hidden columns', () => {
  expect(first).toEqual({ hidden: ['c'], order: [], sizes: {}, pinned: [] })
  expect(orderOf(first, columns)).toEqual(['a', 'b', 'c', 'd'])
})

test('a column takes the place it is brought to, in either direction', () => {
  expect(orderOf(withMoved(first, columns, 'a', 'd'), columns)).toEqual(['b', 'c', 'd', 'a'])
  expect(orderOf(withMoved(first, columns, 'd', 'a'), columns)).toEqual(['d', 'a', 'b', 'c'])
  const pinned = withPinned(withPinned(first, 'a'), 'b')
  expect(withMoved(pinned, columns, 'b', 'a').pinned).toEqual(['b', 'a'])
  expect(withMoved(pinned, columns, 'b', 'd')).toBe(pinned) // a pinned column leaves its group by being unpinned
})

test('no column is lost or doubled by moving, and a later one is found at the end', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(name, name)), (moves) => {
      const choice = moves.reduce((now, [id, target]) => withMoved(now, columns, id, target), first)
      expect(orderOf(choice, columns).toSorted()).toEqual(['a', 'b', 'c', 'd'])
      expect(orderOf(choice, [...columns, { id: 'e', size: 1 }]).at(-1)).toBe('e')
    }),
  )
})

test('showing and pinning twice is doing nothing; a size has a least and can be given back', () => {
  fc.assert(
    fc.property(name, (id) => {
      const twice = withShown(withShown(first, id), id)
      expect(new Set(twice.hidden)).toEqual(new Set(first.hidden))
      expect(withPinned(withPinned(first, id), id)).toEqual(first)
    }),
  )
  expect(withSize(first, 'a', 3).sizes).toEqual({ a: 48 })
  expect(withSize(withSize(first, 'a', 200.4), 'a', undefined).sizes).toEqual({})
})
