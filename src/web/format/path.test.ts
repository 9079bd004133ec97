import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decoded, pathTo, tryDecode } from './path.ts'

test('an id can hold anything and stays one part of the path and one filter', () => {
  const ids = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('a/b', '?x=1', '#', 'a&b=c', '%2f', '../settings', '+'),
  )
  fc.assert(
    fc.property(
      ids.filter((id) => id !== '.' && id !== '..'),
      (id) => {
        const url = new URL(pathTo`/parties/${id}/x?partyId=${id}&row=1`, 'http://node.example')
        expect(url.pathname.split('/').map(decodeURIComponent)).toEqual(['', 'parties', id, 'x'])
        expect([...url.searchParams]).toEqual([
          ['partyId', id],
          ['row', '1'],
        ])
        expect(url.hash).toBe('')
      },
    ),
  )
})

test('half a character in an id does not break the page', () => {
  expect(pathTo`/parties/${'a\ud800'}`).toBe('/parties/a%EF%BF%BD')
})

test('what is not percent-encoded UTF-8 is left as it stands', () => {
  expect([tryDecode('a%20b'), decoded('a%20b')]).toEqual(['a b', 'a b'])
  for (const text of ['100%', '%ZZ', '%ff']) expect([tryDecode(text), decoded(text)]).toEqual([undefined, text])
})
