import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { RowFinder } from './open-row.ts'

const key = (row: string): string => row
const listing = (rows: readonly string[], origin: unknown = 'one') => ({
  count: rows.length,
  at: (index: number) => rows[index],
  origin,
})

test('rows that were looked through are left alone when more are loaded', () => {
  const finder = new RowFinder<string>()
  const looked = vi.fn(key)
  const rows = ['a', 'b', 'c']
  expect(finder.find(listing(rows), looked, 'e')).toBeUndefined()
  expect(finder.find(listing([...rows, 'd', 'e']), looked, 'e')).toBe(4)
  expect(looked).toHaveBeenCalledTimes(5)
  expect(finder.find(listing([...rows, 'd', 'e', 'f']), looked, 'e')).toBe(4)
  expect(looked).toHaveBeenCalledTimes(6)
})

test('finds the first of its name wherever it went, as looking through all would', () => {
  const rows = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'))
  fc.assert(
    fc.property(fc.array(fc.tuple(rows, fc.constantFrom('a', 'b', 'c')), { maxLength: 5 }), (steps) => {
      const finder = new RowFinder<string>()
      for (const [names, wanted] of steps) {
        // another origin is another list, also where it begins alike and is longer
        const at = names.indexOf(wanted)
        expect(finder.find(listing(names, names.join('')), key, wanted)).toBe(at < 0 ? undefined : at)
        const more = [...names, 'a', 'b', 'c']
        expect(finder.find(listing(more, names.join('')), key, wanted)).toBe(more.indexOf(wanted))
      }
    }),
  )
})

test('a row that a filter hid is found when the filter goes, though both lists begin alike', () => {
  const finder = new RowFinder<string>()
  expect(finder.find(listing(['a', 'c'], 'some'), key, 'b')).toBeUndefined()
  expect(finder.find(listing(['a', 'b', 'c', 'd'], 'all'), key, 'b')).toBe(1)
})
