import { describe, expect, test } from 'vitest'
import { nearestMark } from './measure-overlay.ts'
import { measureWords, readMeasure, spokenMeasure, writeMeasure } from './measure.ts'
import type { BarFormat } from '../data/bar-format.ts'
import type { Row } from '../data/candle-rows.ts'

const hour = 3_600_000_000_000n
const first = 1_795_219_200_000_000_000n
const row = (index: number, close: string, volume = '25843'): Row => ({
  start: String(first + BigInt(index) * hour),
  lastUpdate: String(first + BigInt(index) * hour),
  open: close === '' ? '' : '9390240',
  high: close === '' ? '' : '9411150',
  low: close === '' ? '' : '9389250',
  close,
  volume: close === '' ? '0' : volume,
  notional: close === '' ? '0' : '18446744073709551616',
})
const rows = [row(0, '9393810'), row(1, ''), row(2, '9400000'), row(3, '9380000')]
const format: BarFormat = {
  decimals: 2,
  positionDecimals: 3,
  zone: 'utc',
  base: 'BTC',
  quote: 'USDT',
  length: hour,
}
const mark = (index: number, price: 'open' | 'high' | 'low' | 'close' = 'close') => ({
  start: rows[index]!.start,
  price,
})

describe('measuring', () => {
  test('is exact between two prices that were traded, both candles included', () => {
    expect(measureWords(rows, { from: mark(0), to: mark(2, 'high') }, format)).toEqual({
      from: 'close 93,938.10, 21 Nov 2026, 00:00 UTC',
      to: 'high 94,111.50, 21 Nov 2026, 02:00 UTC',
      difference: '+173.40',
      percent: '+0.18\u00a0%',
      direction: 'up',
      bars: '3 candles, 1 empty',
      time: '2 h',
      volume: '51.686 BTC',
      notional: '368,934,881,474,191.03232 USDT',
      notionalShort: '369T USDT',
    })
  })

  test('backwards is said, and both ends may be one candle', () => {
    expect(measureWords(rows, { from: mark(3), to: mark(2) }, format)).toMatchObject({
      bars: '2 candles back',
      difference: '+200.00',
      time: '1 h',
    })
    expect(measureWords(rows, { from: mark(0, 'low'), to: mark(0, 'high') }, format)).toMatchObject({
      bars: '1 candle',
      difference: '+219.00',
    })
  })

  test('nothing is made up for a candle that is not there', () => {
    expect(measureWords(rows, { from: mark(0), to: { start: '5', price: 'close' } }, format)).toBeUndefined()
    expect(measureWords(rows, { from: mark(0), to: mark(1) }, format)).toBeUndefined()
    expect(measureWords(rows, { from: mark(0) }, format)).toBeUndefined()
  })

  test('prices of 78 digits keep every one', () => {
    const huge = '57896044618658097711785492504343953926634992332820282019728792003956564819967'
    const wide = [{ ...row(0, huge) }, { ...row(1, `${huge.slice(0, -1)}8`) }]
    const words = measureWords(
      wide,
      { from: mark(0), to: { start: wide[1]!.start, price: 'close' } },
      { ...format, decimals: 18 },
    )
    expect(words?.difference).toBe('+0.000000000000000001')
    expect(words?.percent).toBe('0.00\u00a0%')
  })

  test('a sentence says it', () => {
    const words = measureWords(rows, { from: mark(0), to: mark(2) }, format)
    expect(spokenMeasure(words!)).toBe(
      'Measured from close 93,938.10, 21 Nov 2026, 00:00 UTC to close 94,000.00, 21 Nov 2026, 02:00 UTC: +61.90, +0.07\u00a0%, 3 candles, 1 empty, 2 h, volume 51.686 BTC',
    )
  })

  test('is read back from the address', () => {
    const measure = { from: mark(0), to: mark(2, 'high') }
    expect(readMeasure(writeMeasure(measure))).toEqual(measure)
    for (const text of [undefined, '', '5.close', '5.close-6.middle', '5.close-x.high'])
      expect(readMeasure(text)).toBeUndefined()
  })

  test('a click takes the nearest of the four prices', () => {
    const height = (raw: string): number => 10_000_000 - Number(raw)
    expect(nearestMark(rows[0], height('9411000'), height)?.price).toBe('high')
    expect(nearestMark(rows[0], height('9393000'), height)?.price).toBe('close')
    expect(nearestMark(rows[1], 5, height)).toBeUndefined()
    expect(nearestMark(undefined, 5, height)).toBeUndefined()
  })
})
