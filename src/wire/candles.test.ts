import { expect, test } from 'vitest'
import * as v from 'valibot'
import { CandleMessage, candleIdOf, parseCandleId } from './candles.ts'

test('members that a stream leaves out are zero or empty', () => {
  const candle = { start: '1709546400000000000', lastUpdate: '1709546400000000000' }
  expect(v.parse(CandleMessage, { result: { candle } })).toEqual({
    result: { candle: { ...candle, high: '', low: '', open: '', close: '', volume: '0', notional: '0' } },
  })
})

test('an error of a stream has its members filled in too, and anything else is no message', () => {
  expect(v.parse(CandleMessage, { error: { code: 13 } })).toEqual({ error: { code: 13, message: '', details: [] } })
  for (const other of [{}, { result: {} }, { result: { candle: { start: 'x' } } }, { candle: {} }, null, 'text']) {
    expect(v.is(CandleMessage, other)).toBe(false)
  }
})

test('a candle id is read back as it was made', () => {
  const marketId = 'a1'.repeat(32)
  expect(parseCandleId(candleIdOf('15 minutes', marketId))).toEqual({ interval: '15 minutes', marketId })
  expect(parseCandleId('trades_candle_')).toBeUndefined()
})
