import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowKey } from './row-key.ts'
import { addsNothing, marksOf } from './row-fingerprints.ts'

interface Row {
  first: string
  second: string
}
const key = rowKey<Row>('first', 'second')
const page = (ids: readonly string[]) => {
  const edges = ids.map((id) => ({ node: { first: id, second: 'b' } }))
  return { edges, marks: marksOf(edges, key) }
}

test('keys that share their mark are still told apart', () => {
  // five characters of a member are looked at, so these two differ where nobody looks
  const [one, two] = ['a'.repeat(64), `b${'a'.repeat(63)}`]
  expect(page([one]).marks).toEqual(page([two]).marks)
  expect(addsNothing(page([two]), [page([one])], key)).toBe(false)
  expect(addsNothing(page([one]), [page([one])], key)).toBe(true)
})

test('a mark tells members apart, and where one ends', () => {
  const [ab, ba, joined] = [
    { first: 'a', second: 'b' },
    { first: 'b', second: 'a' },
    { first: 'ab', second: '' },
  ].map((node) => marksOf([{ node }], key)[0])
  expect(new Set([ab, ba, joined]).size).toBe(3)
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
