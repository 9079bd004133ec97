import { expect, test } from 'vitest'
import { mostParties, readSpamWallSearch, wallHref } from './wall-search.ts'

test('parties come repeated, joined or as a list; none twice, none empty, fifty at most', () => {
  expect(readSpamWallSearch({ party: 'a,b,a, ,c' })).toEqual({ party: ['a', 'b', 'c'] })
  expect(readSpamWallSearch({ party: ['a', 'b', 'a'] })).toEqual({ party: ['a', 'b'] })
  expect(readSpamWallSearch({})).toEqual({})
  expect(readSpamWallSearch({ party: ' ' })).toEqual({})
  const many = Array.from({ length: 80 }, (_, index) => `p${index}`)
  expect(readSpamWallSearch({ party: many }).party).toHaveLength(mostParties)
})

test('the address reads back', () => {
  const parties = ['ab'.repeat(32), 'network', 'odd & id']
  const address = new URL(wallHref([...parties, 'network']), 'https://lyra.example')
  expect(address.pathname).toBe('/spam')
  expect(readSpamWallSearch({ party: address.searchParams.getAll('party') })).toEqual({ party: parties })
  expect(wallHref([])).toBe('/spam')
})
