import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compare, divide, multiply, subtract } from '../../format/amount.ts'
import { formatLeverage, leverageOf, shortLeverage } from './leverage.ts'

describe('leverage is one over the factor', () => {
  test.each([
    ['0.1', '10.000000', '10.0x', '10x'],
    ['0.05', '20.000000', '20.0x', '20x'],
    ['0.4', '2.500000', '2.5x', '2.5x'],
    ['1', '1.000000', '1.0x', '1x'],
    ['0.3333333333333333', '3.000000', '3.0x', '3x'],
    ['0.1428571428571429', '7.000000', '7.0x', '7x'],
    ['0.3', '3.333333', '3.3x', '3.3x'],
    ['1.25', '0.800000', '0.8x', '0.8x'],
    ['0.10001', '9.999000', '10.0x', '10x'],
  ])('%s is %s', (factor, leverage, long, short) => {
    expect(leverageOf(factor)).toBe(leverage)
    expect(formatLeverage(leverage)).toBe(long)
    expect(shortLeverage(leverage)).toBe(short)
  })

  test.each([
    ['0.0000000000000001', '1.0 × 10¹⁶x'],
    ['0.000000123456', '8.1 × 10⁶x'],
    ['0.00001', '100,000.0x'],
  ])('%s gives a leverage that people can read: %s', (factor, words) => {
    expect(formatLeverage(leverageOf(factor) ?? '')).toBe(words)
  })

  test.each([undefined, '', '0', '0.000', '-0.1', 'x'])('%s has none', (factor) => {
    expect(leverageOf(factor)).toBeUndefined()
  })

  test('agrees with decimal arithmetic on text', () => {
    const factor = fc.tuple(fc.nat(20), fc.bigInt({ min: 0n, max: 10n ** 16n - 1n }), fc.integer({ min: 1, max: 16 }))
    fc.assert(
      fc.property(factor, ([whole, fraction, places]) => {
        const text = `${whole}.${fraction.toString().padStart(16, '0').slice(0, places)}`
        const expected = compare(text, '0') === 0 ? undefined : divide('1', text, 6)
        expect(leverageOf(text)).toBe(expected)
      }),
    )
  })

  test('a whole leverage survives being stored as a factor of sixteen places', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), (leverage) => {
        const factor = (10n ** 17n / BigInt(leverage) + 5n) / 10n // rounded half up at sixteen places
        const text = factor
          .toString()
          .padStart(17, '0')
          .replace(/(\d{16})$/, '.$1')
        expect(compare(leverageOf(text) ?? '0', String(leverage))).toBe(0)
      }),
    )
  })

  test('factor times leverage is one within the places kept', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), (units) => {
        const factor = `0.${String(units).padStart(4, '0')}`
        const error = subtract(multiply(factor, leverageOf(factor) ?? '0'), '1').replace('-', '')
        expect(compare(error, '0.000001')).toBeLessThanOrEqual(0)
      }),
    )
  })
})
