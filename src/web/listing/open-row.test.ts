import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { RowFinder } from './open-row.ts'

const key = (row: string): string => row
const listing = (rows: readonly string[]) => ({ count: rows.length, at: (index: number) => rows[index] })

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
        // another beginning is another list; the same beginning with more behind it is the same list
        const list = [...names, 'z']
        const at = list.indexOf(wanted)
        const found = finder.find(listing(['#' + names.join(''), ...list]), key, wanted)
        expect(found).toBe(at < 0 ? undefined : at + 1)
      }
    }),
  )
})
