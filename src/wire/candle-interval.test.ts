import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bucketStart,
  candleBounds,
  candleTable,
  compareIntervals,
  defaultIntervals,
  finerInterval,
  intervalLabel,
  intervalLength,
  intervalOfTable,
  nextBucketStart,
} from './candle-interval.ts'
import { candleIdOf, parseCandleId } from './candles.ts'

const second = 1_000_000_000n
const minute = 60n * second
const day = 1440n * minute
const week = 7n * day
const instant = (iso: string): bigint => BigInt(Date.parse(iso)) * 1_000_000n

const unit = fc.constantFrom('second', 'minute', 'hour', 'day', 'week')
const regularName = fc
  .tuple(fc.integer({ min: 1, max: 999_999 }), unit)
  .map(([count, word]) => `${count} ${word}${count === 1 ? '' : 's'}`)
const anyName = fc.oneof(regularName, fc.constantFrom('block', '1 month', '3 months', '1 year', 'custom'))
const anyInstant = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
const anyLength = regularName.map((name) => intervalLength(name) ?? 0n)

test('names say the length; blocks, months and nothing at all have none', () => {
  expect(intervalLength('90 seconds')).toBe(90n * second)
  expect(intervalLength('1 minute')).toBe(minute)
  expect(intervalLength('4 hours')).toBe(240n * minute)
  expect(intervalLength('1 day')).toBe(day)
  expect(intervalLength('2 weeks')).toBe(2n * week)
  for (const name of ['block', '1 month', '0 minutes', 'minute', '1 toString', '1234567 days', '']) {
    expect(intervalLength(name)).toBeUndefined()
    expect(intervalLabel(name)).toBe(name)
  }
})

test('short names are those of addresses', () => {
  const labels = ['block', '1m', '5m', '15m', '30m', '1h', '4h', '6h', '8h', '12h', '1D', '7D']
  expect(defaultIntervals.map(intervalLabel)).toEqual(labels)
  expect(intervalLabel('90 seconds')).toBe('90s')
})

test('weeks start on Mondays in UTC and days at midnight, also before the origin', () => {
  expect(bucketStart(instant('2024-03-01T13:37:00Z'), day)).toBe(instant('2024-03-01T00:00:00Z'))
  expect(bucketStart(instant('2024-03-01T12:00:00Z'), week)).toBe(instant('2024-02-26T00:00:00Z'))
  expect(bucketStart(instant('1999-12-31T12:00:00Z'), week)).toBe(instant('1999-12-27T00:00:00Z'))
  expect(bucketStart(5n * second, day)).toBe(0n)
  expect(nextBucketStart(instant('2024-02-26T00:00:00Z'), week)).toBe(instant('2024-02-26T00:00:00Z'))
  expect(nextBucketStart(instant('2024-02-26T00:00:00Z') + 1n, week)).toBe(instant('2024-03-04T00:00:00Z'))
})

test('every instant lies in exactly one bucket, and buckets follow each other without a gap', () => {
  fc.assert(
    fc.property(anyInstant, anyLength, (at, length) => {
      const start = bucketStart(at, length)
      expect(start <= at && at < start + length).toBe(true)
      expect(bucketStart(start, length)).toBe(start)
      expect(bucketStart(start + length, length)).toBe(start + length)
      expect(bucketStart(start - 1n, length)).toBe(start - length)
      expect(nextBucketStart(at, length)).toBe(at === start ? start : start + length)
    }),
  )
})

test('each bucket of an interval is made of whole buckets of its finer one, wherever it lies', () => {
  expect(finerInterval('1 minute')).toBeUndefined()
  expect(finerInterval('block')).toBeUndefined()
  expect(finerInterval('6 hours')).toBe('1 hour')
  expect(finerInterval('12 hours')).toBe('6 hours')
  expect(finerInterval('7 days')).toBe('1 day')
  fc.assert(
    fc.property(fc.constantFrom(...defaultIntervals), anyInstant, (name, at) => {
      const [length, finer] = [intervalLength(name), intervalLength(finerInterval(name) ?? '')]
      if (length === undefined || finer === undefined) return
      expect(bucketStart(bucketStart(at, finer), length)).toBe(bucketStart(at, length))
    }),
  )
})

test('intervals sort the same for any input order', () => {
  const named = anyName.map((name) => ({ name, length: intervalLength(name) }))
  fc.assert(
    fc.property(fc.array(named), fc.array(named), (some, others) => {
      const sorted = [...some, ...others].sort(compareIntervals)
      expect([...others, ...some].sort(compareIntervals)).toEqual(sorted)
      const lengths = sorted.flatMap(({ length }) => (length === undefined ? [] : [length]))
      expect(lengths.every((length, at) => at === 0 || lengths[at - 1]! <= length)).toBe(true)
      expect(sorted.findIndex(({ name }) => name === 'block')).toBeLessThanOrEqual(0)
    }),
  )
  const defaults = defaultIntervals.map((name) => ({ name, length: intervalLength(name) }))
  expect([...defaults].reverse().sort(compareIntervals)).toEqual(defaults)
  const [month, hour] = ['1 month', '1 hour'].map((name) => ({ name, length: intervalLength(name) }))
  expect(compareIntervals(month!, hour!)).toBeGreaterThan(0)
})

test('tables and candle ids are read back as they were made', () => {
  expect(candleTable('15 minutes')).toBe('trades_candle_15_minutes')
  fc.assert(
    fc.property(anyName, fc.stringMatching(/^[0-9a-f]{64}$/), (interval, marketId) => {
      expect(intervalOfTable(candleTable(interval))).toBe(interval)
      expect(parseCandleId(candleIdOf(interval, marketId))).toEqual({ interval, marketId })
    }),
  )
  for (const table of ['trades', 'trades_candle_', 'candle_1_minute']) expect(intervalOfTable(table)).toBeUndefined()
})

test('a request for blocks has both bounds, any other those that were wanted', () => {
  const bound = fc.option(fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }).map(String), { nil: undefined })
  fc.assert(
    fc.property(anyName, bound, bound, fc.bigInt({ min: 1n, max: 2n ** 62n }), (name, from, to, now) => {
      const bounds = candleBounds(candleIdOf(name, 'a1'.repeat(32)), { from, to, now })
      if (from !== undefined) expect(bounds.fromTimestamp).toBe(from)
      if (to !== undefined) expect(bounds.toTimestamp).toBe(to)
      if (name === 'block') {
        expect(BigInt(bounds.fromTimestamp ?? 0)).toBeGreaterThan(0n)
        expect(to !== undefined || BigInt(bounds.toTimestamp ?? 0) > now).toBe(true)
      } else {
        expect(bounds).toEqual({
          ...(from !== undefined && { fromTimestamp: from }),
          ...(to !== undefined && { toTimestamp: to }),
        })
      }
    }),
  )
})
