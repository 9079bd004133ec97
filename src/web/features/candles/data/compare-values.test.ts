import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Candle } from '../../../../wire/candles.ts'
import { alignCompared, rebase } from './compare-values.ts'
import { comparedId } from './use-compared.ts'

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
  const { values } = alignCompared(rows, [
    candle(1, '1'),
    candle(3, '3'),
    candle(4, '4'),
    candle(5, ''),
    candle(6, '6'),
  ])
  expect([...values]).toEqual([NaN, 3, NaN, 6])
  expect([...alignCompared(rows, []).values]).toEqual([NaN, NaN, NaN, NaN])
})

test('a second line starts at the height of the first and moves by the same percent as its own prices', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ own: fc.integer({ min: 1, max: 1e6 }), other: fc.bigInt({ min: 1n, max: 10n ** 30n }) }), {
        minLength: 2,
        maxLength: 40,
      }),
      fc.nat(20),
      (pairs, start) => {
        const rows = pairs.map((_, index) => candle(index, '1'))
        const others = pairs.map(({ other }, index) => candle(index, String(other)))
        const own = pairs.map((pair) => pair.own)
        const first = Math.min(start, pairs.length - 1)
        const value = rebase(alignCompared(rows, others), own, first)
        for (let index = first; index < pairs.length; index++) {
          const wanted = (own[first]! * Number(pairs[index]!.other)) / Number(pairs[first]!.other)
          // A double has about fifteen digits to cover the span between the largest and the smallest price.
          expect(Math.abs(value(index) - wanted)).toBeLessThan(1e-4 * Math.max(1, wanted))
        }
      },
    ),
    { numRuns: 200 },
  )
})

test('tiny moves of a huge price are not lost', () => {
  const huge = 10n ** 60n
  const rows = [0, 1].map((index) => candle(index, '1'))
  const value = rebase(
    alignCompared(rows, [candle(0, String(huge)), candle(1, String(huge + huge / 10n ** 12n))]),
    [100, 100],
    0,
  )
  expect(value(0)).toBe(100)
  expect(value(1) / 100 - 1).toBeCloseTo(1e-12, 14)
})

test('the second candle id follows the interval of the first', () => {
  expect(comparedId('trades_candle_1_hour_M2', 'trades_candle_5_minutes_M1')).toBe('trades_candle_5_minutes_M2')
  expect(comparedId('anything', 'trades_candle_5_minutes_M1')).toBe('anything')
  expect(comparedId(undefined, 'trades_candle_5_minutes_M1')).toBeUndefined()
})
