import { describe, expect, test } from 'vitest'
import type { Candle } from '../../../wire/candles.ts'
import { change24h } from './query.ts'

const now = 1_795_219_200_000_000_000n

const candle = (hoursAgo: number, open: string, close: string, updated = hoursAgo - 0.5): Candle => ({
  start: String(now - BigInt(Math.round(hoursAgo * 3600)) * 1_000_000_000n),
  lastUpdate: String(now - BigInt(Math.round(updated * 3600)) * 1_000_000_000n),
  open,
  high: close,
  low: open,
  close,
  volume: open === '' ? '0' : '1',
  notional: '0',
})

describe('change of a day', () => {
  test('runs from the last price known a day ago to the last price', () => {
    const candles = [
      candle(26, '90', '100'),
      candle(25, '100', '200'),
      candle(23, '210', '240'),
      candle(1, '240', '220'),
    ]
    expect(change24h(candles, now)).toEqual({ from: '200', to: '220', percent: '+10.00\u00a0%' })
  })

  test('is found by time: 24 candles with holes do not pass for a day', () => {
    const candles = Array.from({ length: 24 }, (_, index) => candle(23 - index, '100', '150'))
    expect(change24h(candles, now)).toBeUndefined()
  })

  test('gap rows have no price, neither a day ago nor now', () => {
    const candles = [candle(30, '50', '80'), candle(24.5, '', ''), candle(3, '100', '40'), candle(1, '', '')]
    expect(change24h(candles, now)).toMatchObject({ from: '80', to: '40', percent: '\u221250.00\u00a0%' })
  })

  test('a candle that was running a day ago counts from its open when nothing earlier is known', () => {
    expect(change24h([candle(24.5, '100', '130', 23.6), candle(1, '130', '120')], now)).toMatchObject({ from: '100' })
  })

  test('is unknown without trades', () => {
    expect(change24h([], now)).toBeUndefined()
    expect(change24h([candle(30, '', '')], now)).toBeUndefined()
  })

  test('keeps prices of 256 bits exact', () => {
    const price = 2n ** 255n
    const candles = [candle(25, '1', String(price)), candle(1, '1', String(price + price / 100n))]
    expect(change24h(candles, now)).toMatchObject({ from: String(price), to: String(price + price / 100n) })
  })
})
