import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bucketOf, type Candle, fold, intervals, join } from './candle.ts'
import { day, hour, minute, parseTime } from '../chain/chain.ts'
import { pastCandles, recentHeights, recentTrades, PricePath, Trading } from './trading.ts'
import { startsOf, makeWorld } from '../world.ts'

const now = parseTime('2025-05-14T09:41:17.5Z')
const { chain, markets } = makeWorld(7, now)
const [btc, , , , thin, silent] = markets.map((market) => new Trading(market, chain))

const candleAt = (start: number): fc.Arbitrary<Candle> =>
  fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 4 }).map((prices) => ({
    start,
    open: prices[0] ?? 1,
    close: prices.at(-1) ?? 1,
    high: Math.max(...prices),
    low: Math.min(...prices),
    volume: prices.length,
    notional: prices.reduce((sum, price) => sum + price, 0),
    lastUpdate: start + prices.length,
  }))

test('joining candles is associative, so every way of folding gives the same', () => {
  fc.assert(
    fc.property(candleAt(0), candleAt(minute), candleAt(2 * minute), (a, b, c) => {
      expect(join(join(a, b), c)).toEqual(join(a, join(b, c)))
    }),
  )
})

test('folding in steps equals folding at once', () => {
  const pieces = fc
    .uniqueArray(fc.integer({ min: 0, max: 600 }), { minLength: 1, maxLength: 60 })
    .chain((minutes) => fc.tuple(...minutes.sort((a, b) => a - b).map((start) => candleAt(start * minute))))
  fc.assert(
    fc.property(pieces, (candles) => {
      expect([...fold(fold(candles, 15 * minute), hour)]).toEqual([...fold(candles, hour)])
    }),
  )
})

test('weeks begin on Mondays, days at midnight UTC', () => {
  expect(bucketOf(parseTime('2024-03-01T12:00:00Z'), 7 * day)).toBe(parseTime('2024-02-26T00:00:00Z'))
  expect(bucketOf(parseTime('2024-03-01T23:59:59.999999Z'), day)).toBe(parseTime('2024-03-01T00:00:00Z'))
})

test('a price path is the same in any order of reads and has the requested volatility', () => {
  const forwards = new PricePath(3, 0.6)
  const times = Array.from({ length: 3000 }, (_, index) => now - (3000 - index) * hour)
  const values = times.map((time) => forwards.at(time))
  const backwards = new PricePath(3, 0.6)
  const reversed = times
    .slice()
    .reverse()
    .map((time) => backwards.at(time))
  expect(reversed.reverse()).toEqual(values)
  const squares = values.slice(1).reduce((sum, value, index) => sum + (value - (values[index] ?? 0)) ** 2, 0)
  expect(Math.sqrt((squares / values.length) * 24 * 365.25)).toBeGreaterThan(0.4)
  expect(Math.sqrt((squares / values.length) * 24 * 365.25)).toBeLessThan(0.9)
})

test('a year of candles is whole, ordered, sane, and every number is exact', () => {
  const candles = [...pastCandles(btc!, undefined, now)]
  expect(candles[0]?.start).toBe(bucketOf(now - 365 * day, 7 * day))
  const isSane = ({ start, open, high, low, close, volume, notional, lastUpdate }: Candle) =>
    low <= Math.min(open, close) &&
    high >= Math.max(open, close) &&
    notional >= low * volume &&
    notional <= high * volume &&
    lastUpdate >= start
  // One comparison of lists in place of a million assertions, which take minutes on a busy machine.
  expect(candles.filter((candle) => !isSane(candle))).toEqual([])
  expect(candles.filter(({ start }, index) => start <= (candles[index - 1]?.start ?? 0))).toEqual([])
  for (const { length } of intervals.filter((interval) => interval.length >= hour)) {
    const isExact = ({ notional, lastUpdate, start }: Candle) =>
      Number.isSafeInteger(notional) && lastUpdate < start + length
    expect([...fold(candles, length)].filter((candle) => !isExact(candle))).toEqual([])
  }
  expect([...fold(candles, 7 * day)].length).toBeGreaterThanOrEqual(53)
})

test('the past is the same when it is read in two parts', () => {
  const cut = now - 20 * hour
  const whole = [...pastCandles(btc!, undefined, now)]
  const later = [...pastCandles(btc!, cut, now)]
  expect(later.length).toBeGreaterThan(700)
  expect(whole.slice(-later.length)).toEqual(later)
})

test('the thin market has hours without trades, the inactive one never trades', () => {
  const minutes = [...pastCandles(thin!, startsOf(now).minutes, now)].map((candle) => candle.start)
  const gaps = minutes.slice(1).filter((start, index) => start - (minutes[index] ?? 0) > 3 * hour)
  expect(gaps.length).toBeGreaterThan(5)
  expect([...pastCandles(silent!, undefined, now)]).toEqual([])
})

test('single trades look like the minutes before them', () => {
  const [first, last] = recentHeights(chain, undefined, now)
  const single = recentTrades([btc!], chain, first, last).candles.get(btc!) ?? []
  const made = [...fold(single, minute)].filter((candle) => candle.start < bucketOf(now, minute))
  const drawn = [...btc!.candles(bucketOf(chain.timeOf(first), minute), bucketOf(now, minute), minute)]
  const mean = (candles: Candle[], of: (candle: Candle) => number) =>
    candles.reduce((sum, candle) => sum + of(candle), 0) / candles.length
  const ratio = (of: (candle: Candle) => number) => mean(made, of) / mean(drawn, of)
  expect(ratio((candle) => candle.volume)).toBeGreaterThan(0.8)
  expect(ratio((candle) => candle.volume)).toBeLessThan(1.25)
  expect(ratio((candle) => candle.high - candle.low)).toBeGreaterThan(0.6)
  expect(ratio((candle) => candle.high - candle.low)).toBeLessThan(1.6)
})
