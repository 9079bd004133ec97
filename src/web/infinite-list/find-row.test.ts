import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { RowFinder } from './find-row.ts'
import { rowKey } from './row-key.ts'
import { marksOf } from './row-fingerprints.ts'

const key = (row: string): string => row
const listing = (rows: readonly string[], origin: unknown = 'one') => ({
  count: rows.length,
  at: (index: number) => rows[index],
  origin,
  chunks: [],
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

test('among pages only the rows that may be it are read, whatever the length of their names', () => {
  const hex = (maxLength: number) => fc.string({ unit: fc.constantFrom(...Array.from('0123456789abcdef.')), maxLength })
  const ofTwo = rowKey<{ one: string; two: string }>('one', 'two')
  const names = fc.array(fc.tuple(hex(40), hex(3)), { maxLength: 20 })
  fc.assert(
    fc.property(fc.array(names, { minLength: 1 }), fc.nat(60), (pages, wanted) => {
      let startsAt = 0
      const chunks = pages.map((page) => {
        const edges = page.map(([one, two]) => ({ node: { one, two } }))
        const chunk = { startsAt, edges, marks: marksOf(edges, ofTwo) }
        startsAt += edges.length
        return chunk
      })
      const rows = chunks.flatMap(({ edges }) => edges.map(({ node }) => node))
      const key = ofTwo(rows[wanted] ?? { one: 'no', two: 'where' })
      const read = vi.fn((index: number) => rows[index])
      const found = new RowFinder<(typeof rows)[number]>().find(
        { count: rows.length, at: read, origin: chunks[0], chunks },
        ofTwo,
        key,
      )
      const first = rows.findIndex((row) => ofTwo(row) === key)
      expect(found).toBe(first < 0 ? undefined : first)
      if (first < 0 && !key.slice(key.indexOf('.') + 1).includes('.')) expect(read).not.toHaveBeenCalled()
    }),
  )
})
