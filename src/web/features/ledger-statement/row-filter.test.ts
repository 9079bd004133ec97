import { expect, test } from 'vitest'
import { filterOf } from './row-filter.ts'
import { readLedgerSearch } from './search.ts'

const [usdt, raw] = ['d1'.repeat(32), 'e1'.repeat(32)]

test('an amount means the same in every asset: its decimals, or the raw integer where they are not known', () => {
  const search = readLedgerSearch({ partyId: 'p', min: '1.5', max: '2,000' })
  expect(filterOf(search, [usdt, raw], { [usdt]: 2 })).toEqual({
    bounds: { [usdt]: { min: '150', max: '200000' }, [raw]: { min: '2', max: '2000' } },
  })
})

test('a part of the range is kept to the microsecond', () => {
  const search = readLedgerSearch({ start: '1700000000000000001', end: '1700000000000002000', type: 'none' })
  expect(filterOf(search, [], {})).toEqual({ type: '', start: 1_700_000_000_000_001, end: 1_700_000_000_000_002 })
})

test('what cannot be read is left out of the address, and the rest stays', () => {
  const text = { partyId: 'p', from: '1e9', start: 'x', side: 'both', min: '-3', market: 'm', run: 'r', other: '1' }
  expect(readLedgerSearch(text)).toEqual({ partyId: 'p', market: 'm', run: 'r' })
})
