import { expect, test } from 'vitest'
import { readLedgerSearch, parseDecimal, rawBound, filterOf } from './search.ts'
import fc from 'fast-check'
import { shiftDecimals } from '../../format/amount.ts'

test('a filter of the statement keeps the zone of its address, and a name that is no zone is left out', () => {
  expect(readLedgerSearch({ partyId: 'a', type: 'none', zone: 'Asia/Tokyo' })).toEqual({
    partyId: 'a',
    type: 'none',
    zone: 'Asia/Tokyo',
  })
  expect(readLedgerSearch({ zone: 'Mars/Base' })).toEqual({})
})

test.each([
  ['1,234.5', 3, '1234500', '1234500'],
  ['0.0005', 3, '1', '0'],
  ['12', 0, '12', '12'],
  ['1 000', 0, '1000', '1000'],
])('%s with %d decimals is from %s to %s', (text, decimals, min, max) => {
  expect(rawBound(text, decimals, 'min')).toBe(min)
  expect(rawBound(text, decimals, 'max')).toBe(max)
})

test.each(['', '-1', '1e3', 'abc', '1.'])('"%s" is no amount', (text) => {
  expect(parseDecimal(text)).toBeUndefined()
})

test('the bounds of an amount that an asset can have are that amount', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.nat(18), (raw, decimals) => {
      const text = shiftDecimals(String(raw), decimals)
      expect(rawBound(text, decimals, 'min')).toBe(String(raw))
      expect(rawBound(text, decimals, 'max')).toBe(String(raw))
    }),
  )
})

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
