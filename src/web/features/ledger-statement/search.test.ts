import { expect, test } from 'vitest'
import { readLedgerSearch } from './search.ts'

test('a filter of the statement keeps the zone of its address, and a name that is no zone is left out', () => {
  expect(readLedgerSearch({ partyId: 'a', type: 'none', zone: 'Asia/Tokyo' })).toEqual({
    partyId: 'a',
    type: 'none',
    zone: 'Asia/Tokyo',
  })
  expect(readLedgerSearch({ zone: 'Mars/Base' })).toEqual({})
})
