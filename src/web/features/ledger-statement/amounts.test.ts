import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shiftDecimals } from '../../format/amount.ts'
import { parseDecimal, rawBound } from './amounts.ts'

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
