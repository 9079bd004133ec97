import { expect, test } from 'vitest'
import { readSpamWallSearch, wallHref } from './wall-search.ts'

test('parties come repeated, joined or as a list; none twice, none empty, none lost', () => {
  expect(readSpamWallSearch({ party: 'a,b,a, ,c' })).toEqual({ party: ['a', 'b', 'c'] })
  expect(readSpamWallSearch({ party: ['a', 'b', 'a'] })).toEqual({ party: ['a', 'b'] })
  expect(readSpamWallSearch({})).toEqual({})
  expect(readSpamWallSearch({ party: ' ' })).toEqual({})
  // more than a wall watches: the page says so, and an address that is passed on still names them all
  const many = Array.from({ length: 80 }, (_, index) => `p${index}`)
  expect(readSpamWallSearch({ party: many }).party).toEqual(many)
})

test('the address reads back', () => {
  const parties = ['ab'.repeat(32), 'network', 'odd & id']
  const address = new URL(wallHref([...parties, 'network']), 'https://lyra.example')
  expect(address.pathname).toBe('/spam')
  expect(readSpamWallSearch({ party: address.searchParams.getAll('party') })).toEqual({ party: parties })
  expect(wallHref([])).toBe('/spam')
})
