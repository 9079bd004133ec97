import type { TickMark } from 'lightweight-charts'
import { describe, expect, test } from 'vitest'
import { ZonedAxis } from '../../../chart/themed-chart.ts'
import {
  type BarFormat,
  candleTime,
  candleZone,
  formatBar,
  isDaily,
  notionalText,
  rangeText,
  roundFraction,
  spokenBar,
  vwapText,
} from './bar-format.ts'
import type { Row } from './candle-rows.ts'

const hour = 3_600_000_000_000n
const format: BarFormat = {
  decimals: 5,
  positionDecimals: 4,
  zone: 'utc',
  base: 'BTC',
  quote: 'USDT',
  length: hour,
}
const row: Row = {
  start: String(BigInt(Date.UTC(2026, 10, 19, 5)) * 1_000_000n),
  lastUpdate: String(BigInt(Date.UTC(2026, 10, 19, 5, 59, 58)) * 1_000_000n + 123_456_000n),
  open: '9390240000',
  high: '9411150000',
  low: '9389250000',
  close: '9393810000',
  volume: '258431',
  notional: '2427650123456789',
}
const gap: Row = { ...row, open: '', high: '', low: '', close: '', volume: '0', notional: '0' }

describe('a bar in words', () => {
  test('keeps every digit and shows prices alike', () => {
    expect(formatBar(row, format)).toEqual({
      start: '19 Nov 2026, 05:00:00 UTC',
      lastUpdate: '19 Nov 2026, 05:59:58.123 UTC',
      volume: '25.8431',
      notional: '2,427,650.123456789',
      prices: {
        open: '93,902.40000',
        high: '94,111.50000',
        low: '93,892.50000',
        close: '93,938.10000',
        change: '+35.70000',
        percent: '+0.04\u00a0%',
        direction: 'up',
        vwap: '93,938.03853',
      },
    })
  })

  test('shows raw integers when the decimals are not known', () => {
    const raw = { ...format, decimals: undefined, positionDecimals: undefined }
    expect(formatBar(row, raw)).toMatchObject({ volume: '258,431', prices: { open: '9,390,240,000' } })
    expect(notionalText(row.notional, raw)).toBe('2,427,650,123,456,789')
  })

  test('has no price where nothing was traded', () => {
    expect(formatBar(gap, format).prices).toBeUndefined()
    expect(spokenBar(gap, format)).toBe('19 Nov 2026, 05:00:00 UTC: no trades')
  })

  test('is spoken with its direction in a word', () => {
    expect(spokenBar(row, format)).toContain('close 93,938.10000, up 0.04\u00a0%, volume 25.8431 BTC')
    expect(spokenBar({ ...row, close: '9380000000' }, format)).toContain('down 0.11\u00a0%')
    expect(spokenBar({ ...row, close: row.open }, format)).toContain('unchanged')
  })
})

test('VWAP has the places of the prices, at least two for prices without decimals, and a dash without volume', () => {
  expect(vwapText(10n, 3n, { ...format, decimals: 0 })).toBe('3.33')
  expect(vwapText(939380000n, 1n, { ...format, decimals: 4 })).toBe('93,938.0000')
  expect(vwapText(0n, 0n, format)).toBe('–')
})

test('a cut fraction says that it is cut', () => {
  expect(roundFraction('2,427,650.123456789', 2)).toBe('2,427,650.12')
  expect(roundFraction('2,427,650.12', 2)).toBe('2,427,650.12')
  expect(roundFraction('7', 2)).toBe('7')
  expect(roundFraction('12,345.5', 0)).toBe('12,346')
  expect(roundFraction('0.29556957', 0)).toBe('0.2956')
  expect(roundFraction('0.000029556957', 2)).toBe('0.00002956')
  expect(roundFraction('\u22122.955695', 0)).toBe('\u22122.956')
})

test('a range names its years unless both are this one, and ends where its last period ends', () => {
  const later = { ...row, start: String(BigInt(row.start) + 26n * hour) }
  expect(rangeText(row, later, BigInt(row.start), format)).toBe('19 Nov, 05:00 to 20 Nov, 08:00')
  const nextYear = BigInt(Date.UTC(2027, 0, 5)) * 1_000_000n
  expect(rangeText(row, later, nextYear, format)).toBe('19 Nov 2026, 05:00 to 20 Nov 2026, 08:00')
  expect(rangeText(row, later, nextYear, { ...format, zone: 'raw' })).toBe(
    `${row.start} to ${BigInt(later.start) + hour}`,
  )
})

test('daily and weekly candles keep their UTC dates in every zone, which is said once', () => {
  const midnight = { ...row, start: String(BigInt(Date.UTC(2026, 10, 19)) * 1_000_000n) }
  for (const zone of ['utc', 'America/New_York', 'Asia/Tokyo', 'local']) {
    for (const days of [1n, 7n]) {
      const daily = { ...format, zone, length: days * 24n * hour }
      expect(formatBar(midnight, daily).start).toBe('19 Nov 2026')
      expect(rangeText(midnight, midnight, 0n, daily)).toBe(`19 Nov 2026 to ${19n + days} Nov 2026`)
      expect(candleZone(daily)).toBe('UTC days')
      expect(candleZone({ ...daily, length: hour })).not.toMatch(/[+\u2212]\d\d/)
      const axis = new ZonedAxis()
      axis.setZone('utc', true)
      const mark = { index: 0, weight: 50, originalTime: Date.UTC(2026, 10, 19) / 1000 } as unknown as TickMark
      expect(axis.formatTickmark(mark)).toBe('19 Nov')
      expect(isDaily(daily)).toBe(true)
      expect(candleTime(midnight.start, daily, { precision: 'minute', name: false })).toBe('19 Nov 2026')
    }
  }
  expect(candleTime(midnight.start, { zone: 'America/New_York', length: 12n * hour }, { name: false })).toBe(
    '18 Nov 2026, 19:00:00',
  )
  expect(formatBar(midnight, { ...format, zone: 'raw', length: 24n * hour }).start).toBe(midnight.start)
})
