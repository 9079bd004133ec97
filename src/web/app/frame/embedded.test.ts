import { expect, test } from 'vitest'
import { isEmbedded } from './first-frame.ts'

test('a chart and the limits of a party can stand alone, nothing else loses its frame', () => {
  expect(isEmbedded('/markets/a1/candles', { embed: '1' })).toBe(true)
  expect(isEmbedded('/candles/trades_candle_1_hour_a1', { embed: '1' })).toBe(true)
  expect(isEmbedded('/spam/c1', { embed: '1' })).toBe(true)
  expect(isEmbedded('/spam/c1', { embed: '0' })).toBe(false)
  expect(isEmbedded('/spam/c1', {})).toBe(false)
  // They ask for a subject first.
  for (const path of ['/candles', '/spam']) expect(isEmbedded(path, { embed: '1' })).toBe(false)
  for (const path of ['/', '/settings', '/markets/a1', '/nothing']) expect(isEmbedded(path, { embed: '1' })).toBe(false)
})
