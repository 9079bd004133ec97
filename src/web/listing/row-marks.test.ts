import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addsNothing, marksOf } from './row-marks.ts'

const key = (id: string): string => id
const page = (ids: readonly string[]) => {
  const edges = ids.map((id) => ({ node: id }))
  return { edges, marks: marksOf(edges, key) }
}

test('keys that share their mark are still told apart', () => {
  // sixteen characters are looked at, so these two differ where nobody looks
  const [one, two] = ['a'.repeat(64), `b${'a'.repeat(63)}`]
  expect(marksOf([{ node: one }], key)).toEqual(marksOf([{ node: two }], key))
  expect(addsNothing(page([two]), [page([one])], key)).toBe(false)
  expect(addsNothing(page([one]), [page([one])], key)).toBe(true)
})

test('agrees with a plain comparison of all keys', () => {
  const ids = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'ab', 'ba', `${'x'.repeat(40)}1`, `1${'x'.repeat(40)}`))
  fc.assert(
    fc.property(ids, fc.array(ids), (last, earlier) => {
      const known = new Set(earlier.flat())
      const plain = last.length > 0 && last.every((id) => known.has(id))
      expect(addsNothing(page(last), earlier.map(page), key)).toBe(plain)
    }),
  )
})
