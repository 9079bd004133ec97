import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  add,
  compare,
  divide,
  formatAmount,
  groupDigits,
  isDecimal,
  multiply,
  roundShown,
  shiftDecimals,
  subtract,
  trimZeros,
} from './amount.ts'

const raw = fc.bigInt({ min: -(2n ** 256n), max: 2n ** 256n })
const places = fc.integer({ min: -12, max: 24 })
const decimal = fc
  .tuple(raw, fc.integer({ min: 0, max: 30 }))
  .map(([units, scale]) => ({ units, scale, text: shiftDecimals(units.toString(), scale) }))

/** The oracle: units at a common scale of 60 places, by BigInt alone. */
const at60 = (text: string): bigint => {
  const negative = text.startsWith('-')
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const units = BigInt(whole + fraction.padEnd(60, '0'))
  return negative ? -units : units
}

describe('shiftDecimals', () => {
  test.each([
    ['123456', 2, '1234.56'],
    ['5', 2, '0.05'],
    ['-5', 2, '-0.05'],
    ['100', 2, '1.00'],
    ['12', -3, '12000'],
    ['-12', -3, '-12000'],
    ['0', -3, '0'],
    ['1.5', 2, '0.015'],
    ['1.5', -1, '15'],
    ['1.5', -3, '1500'],
    ['', 2, ''],
    ['n/a', 2, 'n/a'],
  ])('%s by %i is %s', (text, decimals, expected) => expect(shiftDecimals(text, decimals)).toBe(expected))

  test('keeps the value exactly, for 256 bits and negative decimals', () => {
    fc.assert(
      fc.property(raw, places, (units, decimals) => {
        const shifted = at60(shiftDecimals(units.toString(), decimals))
        expect(shifted).toBe(units * 10n ** BigInt(60 - decimals))
      }),
      { numRuns: 10_000 },
    )
  })

  test('shifting there and back is the same number', () => {
    fc.assert(
      fc.property(raw, places, (units, decimals) => {
        const there = shiftDecimals(units.toString(), decimals)
        expect(compare(shiftDecimals(there, -decimals), units.toString())).toBe(0)
      }),
      { numRuns: 10_000 },
    )
  })
})

test('grouping loses no digit and says minus with the true sign', () => {
  expect(groupDigits('1234567.891')).toBe('1,234,567.891')
  expect(groupDigits('-1234')).toBe('\u22121,234')
  expect(groupDigits('999')).toBe('999')
  expect(groupDigits('0.1234567')).toBe('0.1234567')
  fc.assert(
    fc.property(decimal, ({ text }) => {
      const grouped = groupDigits(text)
      expect(grouped.replaceAll(',', '').replace('\u2212', '-')).toBe(text)
      expect(grouped).toMatch(/^\u2212?\d{1,3}(,\d{3})*(\.\d+)?$/)
    }),
  )
})

test('an amount without known decimals stays its integer', () => {
  expect(formatAmount('123456789', undefined)).toBe('123,456,789')
  expect(formatAmount('123456789', 5)).toBe('1,234.56789')
})

test('no digit of an amount is lost or moved on the way to the screen, for any decimals', () => {
  fc.assert(
    fc.property(raw, places, (units, decimals) => {
      const shown = formatAmount(units.toString(), decimals)
      const size = units < 0n ? -units : units
      const unit = 10n ** BigInt(Math.max(0, decimals))
      const whole = (size / unit) * 10n ** BigInt(Math.max(0, -decimals))
      const groups: string[] = []
      let rest = whole
      for (; rest >= 1000n; rest /= 1000n) groups.unshift((rest % 1000n).toString().padStart(3, '0'))
      const fraction = decimals > 0 ? `.${(size % unit).toString().padStart(decimals, '0')}` : ''
      expect(shown).toBe(`${units < 0n ? '\u2212' : ''}${[rest.toString(), ...groups].join(',')}${fraction}`)
    }),
    { numRuns: 10_000 },
  )
})

test('trimming zeros never changes the value', () => {
  expect([trimZeros('1.500'), trimZeros('2.000'), trimZeros('100'), trimZeros('0.0')]).toEqual(['1.5', '2', '100', '0'])
  fc.assert(
    fc.property(decimal, ({ text }) => {
      expect(at60(trimZeros(text))).toBe(at60(text))
    }),
  )
})

describe('arithmetic agrees with BigInt', () => {
  test('add, subtract, compare', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        expect(at60(add(a.text, b.text))).toBe(at60(a.text) + at60(b.text))
        expect(at60(subtract(a.text, b.text))).toBe(at60(a.text) - at60(b.text))
        const [left, right] = [at60(a.text), at60(b.text)]
        expect(compare(a.text, b.text)).toBe(left < right ? -1 : left > right ? 1 : 0)
      }),
    )
  })

  test('multiply', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        expect(at60(multiply(a.text, b.text)) * 10n ** 60n).toBe(at60(a.text) * at60(b.text))
      }),
    )
  })

  test('a quotient is rounded, not cut: 1.568 does not read 1.56', () => {
    expect(divide('1', '0.637755', 2)).toBe('1.57')
    expect(divide('2', '3', 4)).toBe('0.6667')
    expect(divide('-2', '3', 4)).toBe('-0.6667')
    expect(divide('1', '-8', 2)).toBe('-0.13')
    expect([roundShown('0.0004', 3), roundShown('0.0005', 3), roundShown('0', 3)]).toEqual([
      '<\u00a00.001',
      '0.001',
      '0.000',
    ])
    expect(divide('1', '0.05', 0)).toBe('20')
    expect(() => divide('1', '0.00', 2)).toThrow(RangeError)
    fc.assert(
      fc.property(decimal, decimal, fc.integer({ min: 0, max: 20 }), (a, b, digits) => {
        fc.pre(b.units !== 0n)
        const size = (value: bigint) => (value < 0n ? -value : value)
        const [left, right] = [at60(a.text), at60(b.text)]
        const shown = at60(divide(a.text, b.text, digits))
        const step = 10n ** BigInt(60 - digits)
        // |a / b - shown| <= step / 2, and a half went away from zero.
        const off = left * 10n ** 60n - shown * right
        expect(size(off) * 2n <= step * size(right)).toBe(true)
        if (size(off) * 2n === step * size(right)) expect(size(shown * right) > size(left * 10n ** 60n)).toBe(true)
      }),
    )
  })

  test('text that is no number is refused, not read as zero', () => {
    expect(() => add('', '1')).toThrow('not a decimal')
    expect(() => compare('1e5', '1')).toThrow('not a decimal')
  })
})

describe('a number of millions of places freezes no tab', () => {
  test.each([5_000_000, -5_000_000, Infinity, NaN, 1.5])('shifting by %d places leaves the raw text', (places) => {
    expect(shiftDecimals('12345', places)).toBe('12345')
    expect(formatAmount('12345', places)).toBe('12,345')
  })
  test('text of millions of digits is no decimal', () => {
    const long = `0.${'0'.repeat(5_000_000)}1`
    expect(isDecimal(long)).toBe(false)
    expect(shiftDecimals(long, 2)).toBe(long)
  })
})
