// @vitest-environment happy-dom
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shiftDecimals } from '../../../format/amount.ts'
import { decimalCandlesCsv } from './export-candles.ts'
import { measureWords } from '../measure/measure.ts'
import { choosePriceTransform } from '../../../chart/price-transform.ts'
import { candleColumns } from '../table/candle-table-panel.tsx'
import { figureRoom, formatBar, type BarFormat, spokenBar } from '../data/bar-format.ts'
import type { Row } from '../data/candle-rows.ts'
import { drawnBar } from '../chart/price-pane.ts'
import { timeOf } from '../../../chart/series-overlay.ts'

const price = fc.bigInt({ min: 1n, max: 2n ** 255n })
const amount = fc.bigInt({ min: 0n, max: 2n ** 128n })

/** Bars whose price range may be tiny relative to the price. */
const bars = fc
  .record({
    decimals: fc.integer({ min: 0, max: 18 }),
    positionDecimals: fc.integer({ min: -6, max: 18 }),
    base: price,
    steps: fc.array(fc.nat(1000), { minLength: 4, maxLength: 4 }),
    volume: amount,
    notional: fc.bigInt({ min: 2n ** 53n, max: 2n ** 128n }),
  })
  .map(({ decimals, positionDecimals, base, steps, volume, notional }) => {
    const raws = steps.map((step) => base + BigInt(step))
    const [high, low] = [raws.reduce((a, b) => (a > b ? a : b)), raws.reduce((a, b) => (a < b ? a : b))]
    const row: Row = {
      start: '1795219200000000000',
      lastUpdate: '1795219201123456789',
      open: String(raws[0]),
      high: String(high),
      low: String(low),
      close: String(raws[3]),
      volume: String(volume),
      notional: String(notional),
    }
    const format: BarFormat = {
      decimals,
      positionDecimals,
      zone: 'utc',
      base: undefined,
      quote: undefined,
      length: undefined,
    }
    return { row, format }
  })

/** Parses displayed text back into its raw integer. */
function rawOf(text: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = text.replaceAll(',', '').replace('\u2212', '-').split('.')
  const digits = `${whole}${fraction.padEnd(Math.max(decimals, 0), '0')}`
  return decimals < 0 ? BigInt(digits) / 10n ** BigInt(-decimals) : BigInt(digits)
}

describe('figures of any size', () => {
  test('a column of the table is as wide as its longest number, which is never cut at its front', () => {
    fc.assert(
      fc.property(bars, ({ row, format }) => {
        const columns = candleColumns(format, figureRoom([row], format))
        for (const id of ['open', 'high', 'low', 'close', 'volume']) {
          const column = columns.find((one) => one.id === id)!
          // A digit of 13 px text is 7.6 px wide, the padding 24 px.
          expect(column.size).toBeGreaterThanOrEqual(Math.min(column.text(row, 0).length, 64) * 7.6 + 24)
        }
      }),
    )
  })

  test('legend, table and speech lose no digit', () => {
    fc.assert(
      fc.property(bars, ({ row, format }) => {
        const { prices, volume, notional } = formatBar(row, format)
        const { decimals = 0, positionDecimals = 0 } = format
        for (const name of ['open', 'high', 'low', 'close'] as const) {
          expect(rawOf(prices![name], decimals)).toBe(BigInt(row[name]))
          expect(spokenBar(row, format)).toContain(prices![name])
        }
        expect(rawOf(prices!.change.replace('+', ''), decimals)).toBe(BigInt(row.close) - BigInt(row.open))
        expect(rawOf(volume, positionDecimals)).toBe(BigInt(row.volume))
        expect(rawOf(notional, decimals + positionDecimals)).toBe(BigInt(row.notional))
      }),
      { numRuns: 500 },
    )
  })

  test('measuring and files lose no digit', () => {
    fc.assert(
      fc.property(bars, ({ row, format }) => {
        const { decimals = 0, positionDecimals = 0 } = format
        const mark = (price: 'low' | 'high') => ({ start: row.start, price })
        const words = measureWords([row], { from: mark('low'), to: mark('high') }, format)
        expect(rawOf(words!.difference.replace('+', ''), decimals)).toBe(BigInt(row.high) - BigInt(row.low))
        const fields = decimalCandlesCsv([row], { market: '', interval: '', decimals, positionDecimals })[1]!
          .trim()
          .split(',')
        expect(fields[2]).toBe(shiftDecimals(row.open, decimals))
        expect(fields.slice(11)).toEqual([row.open, row.high, row.low, row.close, row.volume, row.notional])
      }),
      { numRuns: 300 },
    )
  })

  test('the drawn bar is in order, within the range of the chart, and an indicator on it reads as its price', () => {
    fc.assert(
      fc.property(bars, ({ row, format }) => {
        const { decimals = 0 } = format
        const plot = choosePriceTransform(BigInt(row.low), BigInt(row.high), decimals)
        const drawn = drawnBar(row, plot, Number.NaN, undefined)
        if (!('close' in drawn)) throw new Error('nothing was drawn')
        expect(drawn.high).toBeGreaterThanOrEqual(Math.max(drawn.open, drawn.close, drawn.low))
        expect(drawn.low).toBeLessThanOrEqual(Math.min(drawn.open, drawn.close))
        expect(Math.abs(drawn.high)).toBeLessThan(9.007e13)
        const shown = rawOf(plot.toPrice(drawn.close, decimals), decimals)
        const range = BigInt(row.high) - BigInt(row.low)
        const slip = shown - BigInt(row.close)
        const allowed = range === 0n ? BigInt(row.close) / 10n ** 12n : range / 10n ** 4n
        expect((slip < 0n ? -slip : slip) <= allowed + 1n).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test('times keep their microseconds, so blocks of one second stay apart', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 10n ** 15n, max: 4n * 10n ** 18n }), (ns) => {
        const micros = ns / 1000n
        expect(BigInt(Math.round(timeOf(String(ns)) * 1e6))).toBe(micros)
      }),
      { numRuns: 1000 },
    )
  })
})
