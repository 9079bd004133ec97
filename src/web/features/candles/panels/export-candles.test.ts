import { expect, test } from 'vitest'
import { decimalCandlesCsv, decimalCandlesJsonLines, candlesFileName } from './export-candles.ts'
import type { Row } from '../data/candle-rows.ts'

const context = { market: 'BTC/USDT', interval: '1h', decimals: 2, positionDecimals: 3 }
const row: Row = {
  start: '1795219200000000000',
  lastUpdate: '1795219201123456789',
  open: '9390240',
  high: '9411150',
  low: '9389250',
  close: '9393810',
  volume: '25843',
  notional: '242765018446744073709551616',
}
const gap: Row = {
  ...row,
  start: '1795222800000000000',
  open: '',
  high: '',
  low: '',
  close: '',
  volume: '0',
  notional: '0',
}
const absent: Row = { ...gap, start: '1795226400000000000', absent: true }

test('decimals are shifted exactly, times keep their nanoseconds', () => {
  const [, first, second, ...rest] = decimalCandlesCsv([row, gap, absent], context)
  expect(first).toBe(
    '2026-11-21T00:00:00.000000000Z,1795219200000000000,93902.40,94111.50,93892.50,93938.10,25.843,' +
      '2427650184467440737095.51616,93938404382906037886.2947862090,2026-11-21T00:00:01.123456789Z,1795219201123456789,' +
      '9390240,9411150,9389250,9393810,25843,242765018446744073709551616\n',
  )
  expect(second).toContain(',,,,,0.000,0.00000,,')
  expect(rest).toEqual([])
})

test('JSON lines have raw integers beside shifted decimals, and null where nothing was traded', () => {
  const [first, second, ...rest] = decimalCandlesJsonLines([row, gap, absent], context).map((line): unknown =>
    JSON.parse(line),
  )
  expect(first).toMatchObject({
    open: '93902.40',
    open_raw: '9390240',
    notional_raw: row.notional,
    start_ns: row.start,
  })
  expect(second).toMatchObject({ open: null, open_raw: null, vwap: null, volume: '0.000', volume_raw: '0' })
  expect(rest).toEqual([])
})

test('a file name is safe anywhere', () => {
  expect(candlesFileName([row, gap], context, '.csv')).toBe('BTC-USDT_1h_20261121T000000_20261121T010000.csv')
  expect(candlesFileName([], { ...context, market: '../etc' }, '.csv')).toBe('..-etc_1h.csv')
})
