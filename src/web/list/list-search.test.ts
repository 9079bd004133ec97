import { expect, test } from 'vitest'
import { searchOf } from '../router/search.ts'
import { listEntries, paginationOf } from './list-query.ts'

const readListingSearch = searchOf(listEntries)

test('page size and order are read strictly; what the node would refuse is left out', () => {
  const read = (first: string, newestFirst: string) =>
    readListingSearch({ 'pagination.first': first, 'pagination.newestFirst': newestFirst })
  expect(read('5000', 'false')).toEqual({ 'pagination.first': 5000, 'pagination.newestFirst': false })
  for (const bad of ['0', '-1', '5001', '1e3', '1.5', '', 'x']) expect(read(bad, 'maybe')).toEqual({})
  expect(readListingSearch({})).toEqual({})
})

test('the page size is always sent, the order only when it was chosen', () => {
  expect(paginationOf({})).toEqual({ first: 1000 })
  expect(paginationOf({}, 5000)).toEqual({ first: 5000 })
  expect(paginationOf({ 'pagination.first': 7, 'pagination.newestFirst': false })).toEqual({
    first: 7,
    newestFirst: false,
  })
})
