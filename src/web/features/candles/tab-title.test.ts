import { expect, test } from 'vitest'
import { tabTitle } from './tab-title.ts'

const row = (open: string, close: string) => ({
  start: '0',
  lastUpdate: '1',
  open,
  close,
  high: close,
  low: open,
  volume: '1',
  notional: '1',
})

test('a tab names market, last price, its direction and the interval', () => {
  expect(tabTitle('BTC/USDT', '1h', [row('864000', '864420')], 1)).toBe('BTC/USDT 86,442.0 \u2191 1h')
  expect(tabTitle('BTC/USDT', '1h', [row('864421', '864420')], 1)).toBe('BTC/USDT 86,442.0 \u2193 1h')
  expect(tabTitle('BTC/USDT', '1h', [row('864420', '864420')], 1)).toBe('BTC/USDT 86,442.0 1h')
})

test('a period without trades has no price, so the last one before it is named', () => {
  expect(tabTitle('X', '1m', [row('1', '2'), row('', '')], 0)).toBe('X 2 \u2191 1m')
  expect(tabTitle('X', undefined, [], 0)).toBe('X')
})
