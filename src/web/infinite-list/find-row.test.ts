import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { RowFinder } from './find-row.ts'
import { rowKey } from './row-key.ts'

const key = (row: string): string => row
const listing = (rows: readonly string[], origin: unknown = 'one') => ({
  count: rows.length,
  at: (index: number) => rows[index],
  origin,
})

test('rows that were searched are not searched again when more are loaded', () => {
  const finder = new RowFinder<string>()
  const read = vi.fn(key)
  const rows = ['a', 'b', 'c']
  expect(finder.find(listing(rows), read, 'e')).toBeUndefined()
  expect(finder.find(listing([...rows, 'd', 'e']), read, 'e')).toBe(4)
  expect(read).toHaveBeenCalledTimes(5)
  expect(finder.find(listing([...rows, 'd', 'e', 'f']), read, 'e')).toBe(4)
  expect(read).toHaveBeenCalledTimes(6)
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

test('a key of several members is found whatever the length of its members', () => {
  const hex = (maxLength: number) => fc.string({ unit: fc.constantFrom(...Array.from('0123456789abcdef.')), maxLength })
  const ofTwo = rowKey<{ one: string; two: string }>('one', 'two')
  fc.assert(
    fc.property(fc.array(fc.record({ one: hex(40), two: hex(3) }), { maxLength: 60 }), fc.nat(60), (rows, wanted) => {
      const key = ofTwo(rows[wanted] ?? { one: 'no', two: 'where' })
      const found = new RowFinder<(typeof rows)[number]>().find(
        { count: rows.length, at: (index) => rows[index], origin: rows },
        ofTwo,
        key,
      )
      const first = rows.findIndex((row) => ofTwo(row) === key)
      expect(found).toBe(first < 0 ? undefined : first)
    }),
  )
})
