import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addsNothing, rowKey } from './list-query.ts'

interface Row {
  first: string
  second: string
}
const key = rowKey<Row>('first', 'second')
const page = (ids: readonly string[]) => ({ edges: ids.map((id) => ({ node: { first: id, second: 'b' } })) })

test('rows that share a member differ by the other', () => {
  const of = (first: string, second: string) => ({ edges: [{ node: { first, second } }] })
  expect(addsNothing(of('a', 'b'), [of('a', 'c'), of('c', 'b')], key)).toBe(false)
  expect(addsNothing(of('a', 'b'), [of('a', 'c'), of('a', 'b')], key)).toBe(true)
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
