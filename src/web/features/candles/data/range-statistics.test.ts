import type { BarPrice } from 'lightweight-charts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Candle } from '../../../../wire/candles.ts'
import { axisDigits, extentOf, rangeVwap, shownDigits } from '../chart/drawing.ts'
import { fillRows, findGaps, longestHole } from './candle-rows.ts'
import { choosePriceTransform, priceFormat } from '../../../chart/price-transform.ts'
import { rangeStatistics, totalsAt, vwap } from './range-statistics.ts'

const row = (
  start: number,
  prices: [string, string, string, string] | undefined,
  volume = '0',
  notional = '0',
): Candle => ({
  start: String(start),
  lastUpdate: String(start),
  open: prices?.[0] ?? '',
  high: prices?.[1] ?? '',
  low: prices?.[2] ?? '',
  close: prices?.[3] ?? '',
  volume,
  notional,
})

const series = [
  row(0, undefined),
  row(60, ['100', '130', '90', '120'], '2', '220'),
  row(120, undefined),
  row(180, undefined),
  row(240, ['120', '125', '80', '110'], '4', '18446744073709551616000'),
]

test('the range opens and closes with trades, and empty periods are counted, never zero', () => {
  const statistics = rangeStatistics(series, 0, 4)
  expect(statistics).toEqual({
    periods: 5,
    empty: 3,
    volume: 6n,
    notional: 18446744073709551616220n,
    traded: { open: '100', high: '130', low: '80', close: '110' },
  })
  expect(rangeStatistics(series, 2, 3)).toEqual({ periods: 2, empty: 2, volume: 0n, notional: 0n })
  expect(rangeStatistics(series, -5, 99).periods).toBe(5)
})

test('a candle whose high and low are not sent reached its close', () => {
  const { traded } = rangeStatistics([row(0, ['90', '', '', '95'], '1', '95')], 0, 0)
  expect(traded).toEqual({ open: '90', high: '95', low: '95', close: '95' })
})

test('VWAP is exact, rounds half up and is unknown without volume', () => {
  expect(vwap(220n, 2n, 0)).toBe(110n)
  expect(vwap(5n, 2n, 0)).toBe(3n)
  expect(vwap(10n, 3n, 2)).toBe(333n)
  expect(vwap(0n, 0n, 2)).toBeUndefined()
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 2n ** 255n }), fc.bigInt({ min: 1n, max: 2n ** 64n }), (price, volume) => {
      expect(vwap(price * volume, volume, 0)).toBe(price)
    }),
  )
})

test('the running VWAP breaks at gaps and continues with all candles before', () => {
  expect([1, 2, 3, 4].map((last) => totalsAt(series, 1, last))).toEqual([
    { notional: 220n, volume: 2n },
    undefined,
    undefined,
    { notional: 18446744073709551616220n, volume: 6n },
  ])
  expect(totalsAt(series, 0, 0)).toBeUndefined()
  expect(totalsAt(series, 0, 5)).toBeUndefined()
  const quiet = [row(0, ['1', '1', '1', '1']), row(60, ['7', '7', '7', '7'], '2', '14')]
  expect(totalsAt(quiet, 0, 0)).toBeUndefined()
  const transform = choosePriceTransform(0n, 200n, 0)
  const { at, end } = rangeVwap(series, 1, 4, transform)
  expect([0, 1, 2, 3, 4].map(at)).toEqual([NaN, 110, NaN, NaN, transform.ofRatio(18446744073709551616220n, 6n)])
  expect(end).toBe(at(4))
  expect(rangeVwap(series, 1, 3, transform).end).toBe(110)
  expect(rangeVwap(quiet, 0, 0, transform)).toMatchObject({ end: undefined })
})

test('no digit of a sum is lost, however long the integers and however many', () => {
  const raw = fc.oneof(
    fc.bigInt({ min: 0n, max: 10n ** 15n }),
    fc.bigInt({ min: 0n, max: 2n ** 64n }),
    fc.bigInt({ min: 0n, max: 2n ** 255n }),
    fc.constantFrom(999_999_999_999_999n, 10n ** 15n, 10n ** 30n - 1n, 10n ** 30n),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(raw, raw), { maxLength: 60 }), (amounts) => {
      const rows = amounts.map(([volume, notional], index) =>
        row(index, ['1', '1', '1', '1'], String(volume), String(notional)),
      )
      const sum = (member: 0 | 1) => amounts.reduce((total, amount) => total + amount[member], 0n)
      expect(rangeStatistics(rows, 0, rows.length - 1)).toMatchObject({ volume: sum(0), notional: sum(1) })
    }),
    { numRuns: 1000 },
  )
})

test('gaps are runs of empty periods, counted by time', () => {
  expect(findGaps(series, 60n)).toEqual([
    { first: 0, last: 0, periods: 1 },
    { first: 2, last: 3, periods: 2 },
  ])
  expect(findGaps([...series, row(300, undefined)], 60n).at(-1)).toEqual({ first: 5, last: 5, periods: 1 })
  expect(findGaps([], 60n)).toEqual([])
})

test('periods a node leaves out become rows, a long hole is drawn short and still counted whole', () => {
  const sparse = [row(0, ['1', '1', '1', '1'], '1', '1'), row(180, ['2', '2', '2', '2'], '1', '2')]
  const rows = fillRows(sparse, 60n)
  expect(rows.map(({ start, absent }) => [start, absent === true])).toEqual([
    ['0', false],
    ['60', true],
    ['120', true],
    ['180', false],
  ])
  expect(rows[3]).toBe(sparse[1])
  expect(fillRows(series, 60n)).toBe(series)
  expect(fillRows(sparse, undefined)).toBe(sparse)
  const broken = fillRows(sparse, 60n, [{ from: '60', to: '120' }]).filter(({ unreadable }) => unreadable)
  expect(broken.map(({ start }) => start)).toEqual(['60'])
  const far = fillRows([row(0, ['1', '1', '1', '1']), row(60 * 10_000, ['1', '1', '1', '1'])], 60n)
  expect(far).toHaveLength(longestHole + 2)
  expect(findGaps(far, 60n)).toEqual([{ first: 1, last: longestHole, periods: 9_999 }])
})

test('the axis has the places that its prices use', () => {
  const extent = extentOf([row(0, ['93902400', '94111500', '93892500', '93938100'], '1', '1')])
  expect(shownDigits(extent, 5)).toBe(3)
})

test('the axis has no trailing zeros, and never makes up a digit that a number does not keep', () => {
  const extentAt = (raw: string) => extentOf([row(0, [raw, raw, raw, raw], '1', '1')])!
  const [plain, long] = [extentAt('9390240000'), extentAt('12345678100000000')]
  expect(axisDigits(plain, 5)).toBe(1)
  const transform = choosePriceTransform(plain.low, plain.high, 5)
  const format = priceFormat(transform, axisDigits(plain, 5))
  if (format.type !== 'custom') throw new Error('not custom')
  expect(format.formatter(transform.toNumber('9390240000') as BarPrice)).toBe('93,902.4')
  expect(format.tickmarksFormatter?.([93_900, 93_910] as BarPrice[])).toEqual(['93,900', '93,910'])
  expect(format.tickmarksFormatter?.([93_900, 93_900.5, 93_901] as BarPrice[])).toEqual([
    '93,900.0',
    '93,900.5',
    '93,901.0',
  ])
  const whole = priceFormat(transform, 5)
  if (whole.type !== 'custom') throw new Error('not custom')
  expect(whole.tickmarksFormatter?.([93_900, 93_910] as BarPrice[])).toEqual(['93,900', '93,910'])
  expect(axisDigits(long, 10)).toBe(2)
  expect(axisDigits(extentAt('1234000000'), 18)).toBe(12)
})

test('an extent takes in all candles with trades', () => {
  expect(extentOf(series)).toEqual({ low: 80n, high: 130n, volume: 4n, notional: 18446744073709551616000n, zeros: 0 })
  expect(extentOf([...series, row(300, ['1', '999', '1', '5'], '9', '9')])).toMatchObject({
    low: 1n,
    high: 999n,
    volume: 9n,
  })
  expect(extentOf([row(0, undefined)])).toBeUndefined()
})
