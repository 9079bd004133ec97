import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anchorText, axisTexts, choosePriceTransform } from './price-transform.ts'

const runs = { numRuns: 1000 }
const limit = 9.007e13
const decimals = fc.integer({ min: 0, max: 18 })
/** Prices of every magnitude up to 2^255, and ranges from zero to the full price. */
const price = fc.integer({ min: 1, max: 255 }).chain((bits) => fc.bigInt({ min: 1n, max: 2n ** BigInt(bits) }))
const prices = fc.oneof(
  fc.array(price, { minLength: 1, maxLength: 12 }),
  fc
    .tuple(price, fc.array(fc.bigInt({ min: 0n, max: 1000n }), { minLength: 1, maxLength: 12 }))
    .map(([base, steps]) => steps.map((step) => base + step)),
)
const lowest = (values: readonly bigint[]): bigint => values.reduce((a, b) => (a < b ? a : b))
const highest = (values: readonly bigint[]): bigint => values.reduce((a, b) => (a > b ? a : b))
const plotFor = (values: readonly bigint[], places: number) =>
  choosePriceTransform(lowest(values), highest(values), places)

describe('numbers for drawing', () => {
  test('stay within the range of the chart', () => {
    fc.assert(
      fc.property(prices, decimals, (values, places) => {
        const plot = plotFor(values, places)
        for (const value of values) expect(Math.abs(plot.toNumber(String(value)))).toBeLessThan(limit)
      }),
      runs,
    )
  })

  test('keep the order of prices, and tell a ten-thousandth of the range apart', () => {
    fc.assert(
      fc.property(prices, decimals, (values, places) => {
        const plot = plotFor(values, places)
        const range = highest(values) - lowest(values)
        for (const a of values) {
          for (const b of values) {
            const [x, y] = [plot.toNumber(String(a)), plot.toNumber(String(b))]
            if (a < b) expect(x).toBeLessThanOrEqual(y)
            if ((b - a) * 10_000n >= range && a < b) expect(x).toBeLessThan(y)
          }
        }
      }),
      runs,
    )
  })

  test('are proportional: the place in the range is right to a hundred-thousandth', () => {
    fc.assert(
      fc.property(prices, decimals, (values, places) => {
        const [low, high] = [lowest(values), highest(values)]
        fc.pre(high > low)
        const plot = choosePriceTransform(low, high, places)
        const [from, to] = [plot.toNumber(String(low)), plot.toNumber(String(high))]
        for (const value of values) {
          const exact = Number(((value - low) * 10n ** 12n) / (high - low)) / 1e12
          expect((plot.toNumber(String(value)) - from) / (to - from)).toBeCloseTo(exact, 5)
        }
      }),
      runs,
    )
  })

  test('a quotient lands where the integer of its value lands', () => {
    fc.assert(
      fc.property(prices, decimals, fc.bigInt({ min: 1n, max: 2n ** 70n }), (values, places, divisor) => {
        const plot = plotFor(values, places)
        for (const value of values) {
          const [direct, quotient] = [plot.toNumber(String(value)), plot.ofRatio(value * divisor, divisor)]
          expect(Math.abs(quotient - direct)).toBeLessThanOrEqual(Math.abs(direct) * 1e-9 + 1e-12)
        }
      }),
      runs,
    )
  })

  test('everyday prices are the price itself, rounded once', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n - 1n }), fc.integer({ min: 2, max: 8 }), (raw, places) => {
        const plot = choosePriceTransform(raw, raw + raw / 100n + 1000n, places)
        fc.pre(plot.anchor === 0n && plot.exponent === places)
        const text = String(raw).padStart(places + 1, '0')
        expect(plot.toNumber(String(raw))).toBe(Number(`${text.slice(0, -places)}.${text.slice(-places)}`))
      }),
      runs,
    )
  })

  test('a tiny range on a huge price is drawn as the difference to an anchor', () => {
    const base = 2n ** 255n
    const plot = choosePriceTransform(base, base + 40n, 18)
    expect(plot.anchor).toBeGreaterThan(0n)
    const drawn = [0n, 1n, 2n, 40n].map((step) => plot.toNumber(String(base + step)))
    expect(drawn[1]! - drawn[0]!).toBeCloseTo(drawn[2]! - drawn[1]!)
    expect(new Set(drawn).size).toBe(4)
    expect(anchorText(plot)).toMatch(/^57,896,/)
  })

  test('a plot stays while it carries new bars, and makes way when it does not', () => {
    const plot = choosePriceTransform(9_000_000n, 9_400_000n, 2)
    expect(choosePriceTransform(9_000_000n, 9_500_000n, 2, plot)).toBe(plot)
    expect(choosePriceTransform(9_000_000n, 2n ** 200n, 2, plot)).not.toBe(plot)
    expect(choosePriceTransform(9_000_000n, 9_500_000n, 3, plot)).not.toBe(plot)
  })
})

describe('labels of the axis', () => {
  test('show as many places as the marks need', () => {
    const plot = choosePriceTransform(9_000_000n, 9_400_000n, 2)
    expect(axisTexts(plot, [90_500, 91_000, 91_500])).toEqual(['90,500', '91,000', '91,500'])
    expect(axisTexts(plot, [90_000.25, 90_000.5, 90_000.75])).toEqual(['90,000.25', '90,000.50', '90,000.75'])
    expect(axisTexts(plot, [91_000])).toEqual(['91,000'])
  })

  test('show what a small price of 18 decimals is', () => {
    const plot = choosePriceTransform(123n, 456n, 18)
    const value = plot.toNumber('200')
    expect(plot.toText(value, 18)).toBe('0.000000000000000200')
    expect(axisTexts(plot, [plot.toNumber('200'), plot.toNumber('300')])).toEqual([
      '0.0000000000000002',
      '0.0000000000000003',
    ])
  })

  test('shorten what does not fit, and sign differences', () => {
    const huge = choosePriceTransform(2n ** 254n, 2n ** 255n, 0)
    expect(huge.toText(huge.toNumber(String(2n ** 255n)), 0)).toBe('5.78960e76')
    const near = choosePriceTransform(2n ** 255n, 2n ** 255n + 40n, 0)
    expect(near.toText(near.toNumber(String(near.anchor + 25n)), 0)).toBe('+25')
    expect(near.toText(near.toNumber(String(near.anchor - 25n)), 0)).toBe('\u221225')
  })
})
