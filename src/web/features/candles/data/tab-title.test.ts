import { expect, test } from 'vitest'
import { tabTitle } from './bar-format.ts'

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

const of = (label: string | undefined, decimals: number) => ({ decimals, ...(label && { interval: { label } }) })

test('a tab names market, last price, its direction and the interval', () => {
  expect(tabTitle('BTC/USDT', of('1h', 1), [row('864000', '864420')], undefined)).toBe('BTC/USDT 86,442.0 \u2191 1h')
  expect(tabTitle('BTC/USDT', of('1h', 1), [row('864421', '864420')], undefined)).toBe('BTC/USDT 86,442.0 \u2193 1h')
  expect(tabTitle('BTC/USDT', of('1h', 1), [row('864420', '864420')], undefined)).toBe('BTC/USDT 86,442.0 1h')
})

test('a period without trades has no price, so the last one before it is named', () => {
  expect(tabTitle('X', of('1m', 0), [row('1', '2'), row('', '')], undefined)).toBe('X 2 \u2191 1m')
  expect(tabTitle('X', of(undefined, 0), [], undefined)).toBe('X')
})

test('a range that has ended does not give its last price as the present one', () => {
  expect(tabTitle('X', of('1m', 0), [row('1', '2')], '1700000000')).toBe('X 1m')
})
