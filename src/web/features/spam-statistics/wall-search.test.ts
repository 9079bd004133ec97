import { expect, test } from 'vitest'
import { parseSearch } from '../../router/search.ts'
import { readSpamWallSearch, wallHref } from './wall.ts'

test('parties come repeated or joined; none twice, none empty, none lost', () => {
  expect(readSpamWallSearch({ party: 'a,b,a, ,c' })).toEqual({ party: ['a', 'b', 'c'] })
  expect(readSpamWallSearch({})).toEqual({})
  expect(readSpamWallSearch({ party: ' ' })).toEqual({})
  // more than a wall watches: the page says so, and an address that is passed on still names them all
  const many = Array.from({ length: 80 }, (_, index) => `p${index}`)
  expect(readSpamWallSearch({ party: many.join() }).party).toEqual(many)
})

test('the address reads back', () => {
  const parties = ['ab'.repeat(32), 'network', 'odd & id']
  const address = new URL(wallHref([...parties, 'network']), 'https://lyra.example')
  expect(address.pathname).toBe('/spam')
  expect(readSpamWallSearch(parseSearch(address.search))).toEqual({ party: parties })
  expect(wallHref([])).toBe('/spam')
})
