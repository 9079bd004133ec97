import fc from 'fast-check'
import type { IChartApiBase, Time } from 'lightweight-charts'
import { describe, expect, test, vi } from 'vitest'
import { choosePriceTransform } from '../../../chart/price-transform.ts'
import type { Row } from '../data/candle-rows.ts'
import type { ChartTheme } from '../../../chart/chart-theme.ts'
import type { BarFormat } from '../data/bar-format.ts'
import type { ChartScene } from './chart-scene.ts'
import { createChartView } from './chart-view.ts'
import { changedFrom, drawingOf, vwapDeviations } from './drawing.ts'
import { createPricePane } from './price-pane.ts'
import { averageLine, comparedLines, overlayLines, studyLines, studyReadings } from './study-lines.ts'

const minute = 60_000_000_000
const theme = {
  study: '#aaaaaa',
  otherStudy: '#bbbbbb',
  area: '#cccccc',
  lines: ['#999999', '#dddddd', '#eeeeee'],
} as unknown as ChartTheme

const row = (index: number, close: string): Row => ({
  start: String(BigInt(index) * BigInt(minute)),
  lastUpdate: '0',
  open: close,
  high: close,
  low: close,
  close,
  volume: close === '' ? '0' : '2',
  notional: close === '' ? '0' : String(BigInt(close) * 2n),
})
const rowsOf = (...closes: string[]): Row[] => closes.map((close, index) => row(index, close))

const format: BarFormat = {
  decimals: 0,
  positionDecimals: 0,
  length: BigInt(minute),
  zone: 'utc',
  base: undefined,
  quote: undefined,
}

const sceneOf = (rows: readonly Row[], more: Partial<ChartScene> = {}): ChartScene => ({
  rows,
  format,
  endsLive: true,
  fromStart: true,
  kind: 'candles',
  scale: 'linear',
  inverted: false,
  flat: false,
  rangeVwap: true,
  barVwap: false,
  notional: false,
  studies: [],
  hidden: new Set(),
  anchor: undefined,
  magnet: false,
  compared: [],
  ...more,
})
const drawn = (scene: ChartScene) => drawingOf(scene)!
const valuesOf = (line: { at: (index: number) => number } | undefined, count: number) =>
  Array.from({ length: count }, (_, index) => line?.at(index))

describe('a scene in drawn numbers', () => {
  test('has no close at a gap, and the level before it', () => {
    const { closes, levels } = drawn(sceneOf(rowsOf('', '5', '', '7')))
    expect(closes).toEqual([NaN, 5, NaN, 7])
    expect(levels).toEqual([NaN, 5, 5, 7])
    expect(drawingOf(sceneOf(rowsOf('', '')))).toBeUndefined()
  })

  test('is drawn again from the first changed row, or from the start when earlier rows moved', () => {
    const rows = rowsOf('5', '6', '7')
    const scene = sceneOf(rows)
    const before = drawn(scene)
    const from = (next: ChartScene) => changedFrom(before, drawingOf(next, before)!)
    expect(from({ ...scene, inverted: true })).toBe(3)
    expect(from({ ...scene, rows: [...rows, row(3, '8')] })).toBe(3)
    expect(from({ ...scene, rows: [...rows.slice(0, 2), row(2, '9')] })).toBe(2)
    expect(from({ ...scene, rows: [row(-1, '4'), ...rows] })).toBe(0)
    expect(from({ ...scene, rows: rows.slice(1) })).toBe(0)
    expect(from({ ...scene, flat: true })).toBe(0)
    expect(from({ ...scene, format: { ...format, decimals: 2 } })).toBe(0)
    expect(from({ ...scene, compared: [{ candleId: 'b', name: 'b', candles: rows }] })).toBe(0)
    expect(changedFrom(undefined, before)).toBe(0)
  })
})

describe('lines of the price pane', () => {
  test('an indicator has no value at a gap and widens the scale of the prices by its values alone', () => {
    const sma = { kind: 'sma', length: 2 } as const
    const drawing = drawn(sceneOf(rowsOf('4', '6', '', '8'), { studies: [sma] }))
    const [line] = overlayLines(drawing, theme)
    expect(valuesOf(line, 4)).toEqual([NaN, 5, NaN, 7])
    expect(line).toMatchObject({ scales: true })
    expect(line).not.toHaveProperty('base')
  })

  test('closes end at gaps; drawn at the last close, a dashed line leads across', () => {
    const scene = sceneOf(rowsOf('4', '6', '', '8', '9'), { kind: 'area' })
    expect(overlayLines(drawn(scene), theme)).toMatchObject([{ key: 'closes area', fill: '#cccccc' }])
    const [closes, levels] = overlayLines(drawn({ ...scene, flat: true }), theme)
    expect(valuesOf(closes, 5)).toEqual([4, 6, NaN, 8, 9])
    expect(valuesOf(levels, 5)).toEqual([NaN, 6, 6, 8, NaN])
    expect(levels?.dashed).toBe(true)
  })

  test('each compared market refers to its own price in its own colour, and is left out where prices are differences to an anchor', () => {
    const compared = [
      { candleId: 'b', name: 'ETH/USDT', candles: rowsOf('100', '', '300') },
      { candleId: 'c', name: 'LINK/USDT', candles: rowsOf('5', '6', '7') },
    ]
    const drawing = drawn(sceneOf(rowsOf('4', '6', '8'), { compared }))
    // A line over the prices would have their percent scale.
    expect(overlayLines(drawing, theme)).toEqual([])
    const [line, other] = comparedLines(drawing, theme)
    expect(valuesOf(line, 3)).toEqual([100, NaN, 300])
    expect([line?.label, other?.label]).toEqual(['ETH/USDT', 'LINK/USDT'])
    expect(valuesOf(other, 3)).toEqual([5, 6, 7])
    expect(other?.color).not.toBe(line?.color)
    const huge = 10n ** 60n
    const anchored = sceneOf(rowsOf(String(huge), String(huge + 5n)), { compared })
    expect(drawn(anchored).transform.anchor).not.toBe(0n)
    expect(comparedLines(drawn(anchored), theme)).toEqual([])
  })

  test('a compared market has its name and last value at the axis; an indicator adds no series that the chart has to sort', () => {
    const made = () => ({
      ...Object.fromEntries(['setSeriesOrder', 'attachPrimitive', 'setData', 'update'].map((name) => [name, vi.fn()])),
      applyOptions: vi.fn(),
      createPriceLine: () => ({ applyOptions: vi.fn() }),
      priceScale: () => ({ applyOptions: vi.fn() }),
    })
    const series: ReturnType<typeof made>[] = []
    const [addSeries, removeSeries] = [vi.fn(() => series[series.push(made()) - 1]), vi.fn()]
    const pane = createPricePane({ addSeries, removeSeries } as unknown as IChartApiBase<Time>, createChartView())
    const scene = sceneOf(rowsOf('4', '6', '8'), { studies: [{ kind: 'sma', length: 2 }], barVwap: true })
    pane.set(drawn(scene), 0, theme)
    expect(series).toHaveLength(1)
    const compared = [{ candleId: 'b', name: 'ETH/USDT', candles: rowsOf('100', '200', '300') }]
    pane.set(drawn({ ...scene, compared }), 0, theme)
    pane.set(drawn({ ...scene, compared }), 3, theme)
    expect(series).toHaveLength(2)
    expect(series[1]?.applyOptions).toHaveBeenLastCalledWith(
      expect.objectContaining({ title: 'ETH/USDT', lastValueVisible: true, color: '#dddddd' }),
    )
    pane.set(drawn(scene), 0, theme)
    expect(removeSeries).toHaveBeenCalledExactlyOnceWith(series[1])
  })

  test('VWAP of the bar, and of the range in view with its last value', () => {
    const drawing = drawn(sceneOf(rowsOf('4', '6', '', '8'), { barVwap: true }))
    expect(valuesOf(overlayLines(drawing, theme)[0], 4)).toEqual([4, 6, NaN, 8])
    const { line, end } = averageLine(drawing, { first: 1, last: 3 }, theme)
    expect(valuesOf(line, 4)).toEqual([NaN, 6, NaN, 7])
    expect(end).toBe(7)
  })
})

/** The definition, in numbers: candle VWAPs by volume, from the first row on. */
function deviationOf(rows: readonly Row[], first: number, last: number): number {
  const traded = rows.slice(first, last + 1).filter(({ volume }) => volume !== '0')
  const volume = traded.reduce((sum, one) => sum + Number(one.volume), 0)
  const mean = traded.reduce((sum, one) => sum + Number(one.notional), 0) / volume
  const square = ({ notional, volume: size }: Row) => Number(size) * (Number(notional) / Number(size) - mean) ** 2
  return Math.sqrt(traded.reduce((sum, one) => sum + square(one), 0) / volume)
}

describe('a VWAP from a candle', () => {
  const sizes = fc.array(fc.tuple(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 0, max: 1000 })), {
    minLength: 2,
    maxLength: 30,
  })
  const tradedRows = (pairs: readonly (readonly [number, number])[]): Row[] =>
    pairs.map(([price, volume], index) => ({
      ...row(index, volume === 0 ? '' : String(price)),
      volume: String(volume),
      notional: String(price * volume),
    }))

  test('has the deviation of its definition, also where prices are differences to an anchor', () => {
    fc.assert(
      fc.property(sizes, fc.nat(29), (pairs, at) => {
        const rows = tradedRows(pairs)
        const first = at % rows.length
        const found = vwapDeviations(rows, first, choosePriceTransform(0n, 100_000n, 0))
        for (const [index, { volume }] of rows.entries()) {
          if (index < first || volume === '0') expect(found[index]).toBeNaN()
          else expect(found[index]).toBeCloseTo(deviationOf(rows, first, index), 4)
        }
      }),
    )
    const huge = 10n ** 30n
    const far = [1n, 3n].map((more, index) => ({
      ...row(index, String(huge + more)),
      notional: String((huge + more) * 2n),
    }))
    expect(vwapDeviations(far, 0, drawn(sceneOf(far)).transform)[1]).toBe(
      1 / 10 ** drawn(sceneOf(far)).transform.exponent,
    )
  })

  test('is drawn with two bands at each side, from its candle to the newest one, and not without it', () => {
    const rows = tradedRows([
      [4, 1],
      [10, 1],
      [20, 1],
    ])
    const anchor = rows[1]!.start
    const [line, above] = overlayLines(drawn(sceneOf(rows, { anchor })), theme)
    expect(valuesOf(line, 3)).toEqual([NaN, 10, 15])
    expect(valuesOf(above, 3)).toEqual([NaN, 10, 20])
    expect(overlayLines(drawn(sceneOf(rows, { anchor })), theme)).toHaveLength(5)
    expect(overlayLines(drawn(sceneOf(rows, { anchor: '77' })), theme)).toEqual([])
  })
})

test('a hidden indicator is not drawn and keeps its colour', () => {
  const studies = [
    { kind: 'sma', length: 2 },
    { kind: 'ema', length: 2 },
  ] as const
  const rows = rowsOf('4', '6', '8')
  const colours = (hidden: readonly string[]) =>
    overlayLines(drawn(sceneOf(rows, { studies, hidden: new Set(hidden) })), theme).map(({ color }) => color)
  expect(colours(['sma-2'])).toEqual(colours([]).slice(1))
  expect(studyReadings(drawn(sceneOf(rows, { studies, hidden: new Set(['ema-2']) })), theme, 2)).toMatchObject([
    { hidden: false },
    { hidden: true },
  ])
})

test('MACD has a line and a signal on a scale with zero; RSI has one line', () => {
  const rows = rowsOf('4', '6', '8', '7', '9')
  const macd = { kind: 'macd', fast: 2, slow: 3, signal: 1 } as const
  const rsi = { kind: 'rsi', length: 2 } as const
  const drawing = drawn(sceneOf(rows, { studies: [macd, rsi] }))
  expect(studyLines(drawing, macd, theme).map((line) => [line.dashed, line.base])).toEqual([
    [false, 0],
    [true, 0],
  ])
  expect(studyLines(drawing, rsi, theme)).toHaveLength(1)
})

test('a reading has the values at a row, or the number of periods missing until the first', () => {
  const sma = { kind: 'sma', length: 3 } as const
  const drawing = drawn(sceneOf(rowsOf('4', '', '6', '8'), { studies: [sma] }))
  const at = (index: number) => studyReadings(drawing, theme, index)[0]
  expect(at(0)).toEqual({
    name: 'SMA 3',
    key: 'sma-3',
    pane: 'price',
    hidden: false,
    color: '#eeeeee',
    dashed: false,
    values: [],
    waiting: 2,
  })
  expect(at(2)).toMatchObject({ values: [], waiting: 1 })
  expect(at(3)).toMatchObject({ values: ['6'], waiting: 0 })
  // The legend knows rows before the chart has drawn them.
  expect(at(4)).toMatchObject({ values: [], waiting: 0 })
})
