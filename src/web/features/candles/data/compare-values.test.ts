import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Candle } from '../../../../wire/candles.ts'
import { alignCompared } from '../chart/drawing.ts'

const minute = 60_000_000_000n
const candle = (index: number, close: string): Candle => ({
  start: String(1_795_219_200_000_000_000n + BigInt(index) * minute),
  lastUpdate: '0',
  open: close,
  high: close,
  low: close,
  close,
  volume: '1',
  notional: '1',
})

test('closes stand beside the rows of the same start, and nowhere else', () => {
  const rows = [2, 3, 5, 6].map((index) => candle(index, '10'))
  const values = alignCompared(rows, [candle(1, '1'), candle(3, '3'), candle(4, '4'), candle(5, ''), candle(6, '6')])
  expect([...values]).toEqual([NaN, 3, NaN, 6])
  expect([...alignCompared(rows, [])]).toEqual([NaN, NaN, NaN, NaN])
})

test('values keep the ratios of the prices, however large these are', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: 1n, max: 10n ** 30n }), { minLength: 2, maxLength: 40 }),
      fc.nat(20),
      (closes, start) => {
        const rows = closes.map((_, index) => candle(index, '1'))
        const values = alignCompared(
          rows,
          closes.map((close, index) => candle(index, String(close))),
        )
        const first = Math.min(start, closes.length - 1)
        for (let index = first; index < closes.length; index++) {
          const wanted = Number(closes[index]!) / Number(closes[first]!)
          expect(Math.abs(values[index]! / values[first]! - wanted)).toBeLessThan(1e-9 * wanted)
        }
      },
    ),
    { numRuns: 200 },
  )
})

test('tiny moves of a huge price are not lost', () => {
  const huge = 10n ** 60n
  const rows = [0, 1].map((index) => candle(index, '1'))
  const [first, second] = alignCompared(rows, [candle(0, String(huge)), candle(1, String(huge + huge / 10n ** 12n))])
  expect(second! / first! - 1).toBeCloseTo(1e-12, 14)
})

test('a price of 0 has no value, since no percentage refers to it', () => {
  const rows = [0, 1].map((index) => candle(index, '1'))
  expect([...alignCompared(rows, [candle(0, '0'), candle(1, '5')])]).toEqual([NaN, 5])
})
