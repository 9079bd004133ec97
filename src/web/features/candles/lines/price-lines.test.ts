import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Candle } from '../../../../wire/candles.ts'
import { crossing } from './price-alerts.ts'
import { readLines, withLine, writeLines } from './price-lines.ts'

const huge = `1${'0'.repeat(30)}`

test('lines are read back from the address to the last digit; what is no price is left out', () => {
  expect(readLines(`${huge}-alert,9125000`)).toEqual([
    { price: huge, alert: true },
    { price: '9125000', alert: false },
  ])
  expect(writeLines(readLines(`${huge}-alert,9125000`))).toBe(`${huge}-alert,9125000`)
  expect(readLines('1.5,-3,,abc,7,007')).toEqual([{ price: '7', alert: false }])
  expect(readLines(undefined)).toEqual([])
  expect(writeLines([])).toBeUndefined()
})

test('a line is set once at a price, and taken away', () => {
  const [line] = readLines('5')
  expect(withLine([line!], '5', true)).toEqual([{ price: '5', alert: true }])
  expect(withLine([line!], '5', undefined)).toEqual([])
  expect(withLine(readLines(Array.from({ length: 12 }, (_, at) => at + 1).join()), '99', false)).toHaveLength(12)
})

const candleOf = (start: number, trades: readonly number[]): Candle => ({
  start: String(start),
  lastUpdate: String(start),
  open: String(trades[0] ?? ''),
  high: trades.length === 0 ? '' : String(Math.max(...trades)),
  low: trades.length === 0 ? '' : String(Math.min(...trades)),
  close: String(trades.at(-1) ?? ''),
  volume: String(trades.length),
  notional: '0',
})

const trades = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 6 })

test('an alert never tells of a crossing that was none, and misses none that the closes show', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 }),
      trades,
      trades,
      fc.integer({ min: 1, max: 40 }),
      (before, more, later, price) => {
        const seen = candleOf(0, before)
        const found = crossing(seen, [candleOf(0, [...before, ...more]), candleOf(1, later)], String(price))
        const [last, since] = [before.at(-1)!, [...more, ...later]]
        const side = last < price ? 'up' : 'down'
        const isCrossed = since.some((trade) => (last < price ? trade >= price : trade <= price))
        if (found) expect([found, isCrossed && last !== price]).toEqual([side, true])
        const close = since.at(-1)
        if (close !== undefined && last !== price && (last < price ? close >= price : close <= price))
          expect(found).toBe(side)
      },
    ),
    { numRuns: 500 },
  )
})

test('a price that stays where it crossed is told once, not with every reading', () => {
  const [below, at, above] = [candleOf(0, [90]), candleOf(0, [90, 100]), candleOf(0, [90, 100, 104])]
  expect(crossing(below, [at], '100')).toBe('up')
  expect(crossing(at, [above], '100')).toBeUndefined()
  expect(crossing(above, [above], '100')).toBeUndefined()
  expect(crossing(above, [candleOf(0, [90, 100, 104, 95])], '100')).toBe('down')
})

test('the high of a candle from before the alert is no crossing', () => {
  expect(crossing(candleOf(0, [110, 90]), [candleOf(0, [110, 90, 92])], '100')).toBeUndefined()
})
