import { expect, test } from 'vitest'
import type { Candle } from '../../../../wire/candles.ts'
import { nothing, quietRange, type SeriesState } from './candle-series.ts'

const candle = (start: number, price: string): Candle => ({
  start: String(start),
  lastUpdate: String(start),
  open: price,
  high: price,
  low: price,
  close: price,
  volume: price === '' ? '0' : '1',
  notional: '0',
})
const state: SeriesState = {
  ...nothing,
  phase: 'ready',
  candles: [candle(100, '5'), candle(110, ''), candle(120, ''), candle(130, '6')],
}
const ask = (from: number, to?: number, more: Partial<SeriesState> = {}) =>
  quietRange({ ...state, ...more }, { from: String(from), ...(to === undefined ? {} : { to: String(to) }) }, 10n)

test('a range without trades is distinguished from one with trades', () => {
  expect(ask(100, 120)).toBeUndefined()
  expect(ask(110, 130)).toBe('gaps')
  expect(ask(110)).toBeUndefined()
})

test('a range after the last candle is not passed off as the candles before it', () => {
  expect(ask(140)).toBe('before')
  expect(ask(140, 150)).toBe('before')
  expect(ask(135, 139)).toBeUndefined()
})

test('what was not read, or failed, is no quiet market', () => {
  const more = { more: true, loading: false }
  expect(ask(90, 100, { older: more })).toBeUndefined()
  expect(ask(140, 150, { phase: 'opening' })).toBeUndefined()
  expect(ask(140, 150, { error: new Error('away') })).toBeUndefined()
  expect(quietRange(state, {}, 10n)).toBeUndefined()
})
