import { expect, test } from 'vitest'
import type { Candle } from '../../../wire/candles.ts'
import { dayRange, marketDay } from './market-day.ts'

const hour = 3_600_000_000_000n
/** 02:41 of a day. */
const now = 1_795_228_860_000_000_000n
const running = now - (now % hour)

const candle = (hoursAgo: bigint, close: string, volume = '10'): Candle => {
  const start = running - hoursAgo * hour
  return {
    start: start.toString(),
    lastUpdate: (start + hour / 2n).toString(),
    open: close,
    high: close,
    low: close,
    close,
    volume: close === '' ? '0' : volume,
    notional: '0',
  }
}

test('asks for the running hour and the 24 before it', () => {
  const { from, to } = dayRange(now)
  expect(BigInt(to) - BigInt(from)).toBe(25n * hour)
  expect(BigInt(from)).toBeLessThan(now - 24n * hour)
  expect(BigInt(to)).toBeGreaterThan(now)
})

test('no bound is 0 or less, which would mean that it is not set', () => {
  for (const told of [1n, hour, 25n * hour]) expect(BigInt(dayRange(told).from)).toBeGreaterThan(0n)
})

test('price, change by time, volume of the day and the last trade', () => {
  const day = marketDay([candle(24n, '100', '7'), candle(3n, '90'), candle(0n, '110')], now)
  expect(day.price).toBe('110')
  expect(day.change).toBe('+10.00\u00a0%')
  expect(day.direction).toBe('up')
  expect(day.volume).toBe('20')
  expect(day.lastTrade).toBe((running + hour / 2n).toString())
})

test('hours without trades are gaps at their own place, wherever the candles start', () => {
  const { closes } = marketDay([candle(24n, '100'), candle(3n, ''), candle(0n, '110')], now)
  expect(closes).toHaveLength(25)
  expect([closes[0], closes[21], closes[24]]).toEqual([100, null, 110])
})

test('unknown beats wrong: without a trade a day ago there is no change, without any there is no price', () => {
  const young = marketDay([candle(3n, '100'), candle(0n, '110')], now)
  expect(young.price).toBe('110')
  expect(young.change).toBeUndefined()
  expect(young.direction).toBe('muted')
  const silent = marketDay([], now)
  expect(silent.price).toBeUndefined()
  expect(silent.lastTrade).toBeUndefined()
  expect(silent.volume).toBe('0')
})
