import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linkTo } from './link-to.ts'

test('an id can hold anything and stays one part of the path and one filter', () => {
  const ids = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('a/b', '?x=1', '#', 'a&b=c', '%2f', '../settings', '+', '$teamId', '$&'),
  )
  fc.assert(
    fc.property(
      ids.filter((id) => id !== '.' && id !== '..'),
      (id) => {
        const url = new URL(linkTo('/teams/referees/$referee', { referee: id, teamId: id }), 'http://node.example')
        expect(url.pathname.split('/').map(decodeURIComponent)).toEqual(['', 'teams', 'referees', id])
        expect([...url.searchParams]).toEqual([['teamId', id]])
        expect(url.hash).toBe('')
      },
    ),
  )
})

test('half a character in an id does not break the page', () => {
  expect(linkTo('/parties/$partyId', { partyId: 'a\ud800' })).toBe('/parties/a%EF%BF%BD')
})

test('a path without ids has its values in the search', () => {
  expect(linkTo('/margin-modes', { marketId: 'aa' })).toBe('/margin-modes?marketId=aa')
  expect(linkTo('/markets/$marketId/candles', { marketId: 'aa' })).toBe('/markets/aa/candles')
})
