import { expect, test } from 'vitest'
import { readCandlesSearch, withSearch } from './search.ts'

test('reads what the address says, digit for digit', () => {
  const text = { interval: '15 minutes', from: '1795219200123456789', to: '1795305600000000000', zone: 'Europe/London' }
  expect(readCandlesSearch(text)).toEqual(text)
  expect(readCandlesSearch({ scale: 'log', vwap: 'both', table: 'on', range: '1W' })).toEqual({
    scale: 'log',
    vwap: 'both',
    table: 'on',
    range: '1W',
  })
})

test('reads what is drawn and how', () => {
  const text = {
    type: 'area',
    scale: 'percent',
    invert: 'on',
    empty: 'flat',
    notional: 'on',
    studies: 'sma-20,bollinger-20-2.5,macd-12-26-9',
    compare: 'trades_candle_1_hour_M2',
    measure: '1795219200000000000.close-1795222800000000000.high',
  }
  expect(readCandlesSearch(text)).toEqual(text)
  expect(
    readCandlesSearch({
      type: 'candles',
      scale: 'linear',
      invert: 'off',
      empty: 'x',
      studies: 'sma 20',
      measure: '1-2',
    }),
  ).toEqual({})
})

test('leaves out what means nothing', () => {
  expect(
    readCandlesSearch({
      from: '1e18',
      to: '-5',
      zone: 'Moon/Crater',
      scale: 'cube',
      vwap: 'range',
      other: 'x',
      interval: '',
      table: 'off',
      range: '2W',
    }),
  ).toEqual({})
  expect(readCandlesSearch({})).toEqual({})
})

test('a change of the search takes members out as well', () => {
  expect(withSearch({ interval: '1 hour', from: '5', to: '6' }, { from: undefined, scale: 'log' })).toEqual({
    interval: '1 hour',
    to: '6',
    scale: 'log',
  })
})
