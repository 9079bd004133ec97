// @vitest-environment happy-dom
import fc from 'fast-check'
import type { IChartApiBase, ISeriesApi, LogicalRange, SeriesType, Time } from 'lightweight-charts'
import { expect, test } from 'vitest'
import { defaultIntervals } from '../../../../wire/candle-interval.ts'
import { createViewport } from './viewport.ts'
import { readInterval } from '../data/interval.ts'
import { namedRanges } from '../ranges/named-range.ts'
import type { Row } from '../data/candle-rows.ts'
import { rowsIn } from '../data/candle-rows.ts'
import { chartBehaviour } from '../../../chart/themed-chart.ts'
import type { ChartScene } from './chart-scene.ts'
import { createChartView, lastInView } from './chart-view.ts'

const newest = 1_795_219_200_000_000_000n
const day = 86_400_000_000_000n
const intervals = defaultIntervals
  .map((name) => readInterval(name, name))
  .flatMap(({ name, length }) => (length === undefined ? [] : [{ name, length }]))
const spans = namedRanges.flatMap(({ span }) => (span === undefined ? [] : [span]))

const row = (start: bigint): Row => ({
  start: String(start),
  lastUpdate: String(start),
  open: '1',
  high: '1',
  low: '1',
  close: '1',
  volume: '1',
  notional: '1',
})
const rowsBefore = (end: bigint, count: number, length: bigint): Row[] =>
  Array.from({ length: count }, (_, index) => row(end - BigInt(count - index) * length))

/** Imitates the chart library: a set range is drawn one frame later, and a growing price axis cuts it at the left. */
function createChart() {
  let visible = { from: 0, to: 130 }
  let wanted: { from: number; to: number } | undefined
  const sized: (() => void)[] = []
  const element = document.createElement('div')
  const time = {
    getVisibleLogicalRange: () => visible,
    setVisibleLogicalRange: (range: LogicalRange) => {
      wanted = range
    },
    subscribeVisibleLogicalRangeChange: () => undefined,
    subscribeSizeChange: (tell: () => void) => sized.push(tell),
    height: () => 20,
  }
  const chart = { timeScale: () => time, chartElement: () => element, subscribeCrosshairMove: () => undefined }
  return {
    api: chart as unknown as IChartApiBase<Time>,
    element,
    visible: () => visible,
    show: (range: typeof visible) => {
      visible = range
    },
    draw: () => {
      visible = wanted ?? visible
      wanted = undefined
    },
    growAxis: () => {
      visible = { from: visible.from + (visible.to - visible.from) * 0.0055, to: visible.to }
      for (const tell of sized) tell()
    },
  }
}

function open(held: Row[], length: bigint) {
  let rows: readonly Row[] = held
  const chart = createChart()
  const view = createChartView()
  const viewport = createViewport(
    chart.api,
    () => ({ priceScale: () => ({ options: () => ({ autoScale: true }) }) }) as unknown as ISeriesApi<SeriesType>,
    view,
    () => ({
      scene: { rows, format: { length }, endsLive: true } as ChartScene,
      transform: undefined,
    }),
  )
  const become = (next: readonly Row[]) => viewport.keeping(rows, next, () => (rows = next))
  const click = (x: number, up: number) => {
    chart.element.dispatchEvent(new MouseEvent('pointerdown', { clientX: x }))
    window.dispatchEvent(new MouseEvent('pointerup', { clientX: up }))
  }
  return {
    chart,
    view,
    viewport,
    click,
    rows: () => rows,
    events: {
      draw: chart.draw,
      axis: chart.growAxis,
      redraw: () => become([...rows]),
      older: () => become([...rowsBefore(BigInt(rows[0]!.start), 7, length), ...rows]),
      newer: () => become([...rows, row(BigInt(rows.at(-1)!.start) + length)]),
      click: () => click(40, 40),
    },
  }
}

type Events = ReturnType<typeof open>['events']

test('a requested range keeps all its candles while the chart draws, resizes or loads', () => {
  const steps = fc.array(fc.constantFrom<keyof Events>('draw', 'axis', 'redraw', 'older', 'newer', 'click'))
  const bounds = fc.constantFrom(...spans).chain((span) => fc.constantFrom({ span, ends: true }, { span, ends: false }))
  fc.assert(
    fc.property(fc.constantFrom(...intervals), bounds, steps, ({ length }, { span, ends }, names) => {
      const count = Number(span / length)
      if (count < 1 || count > 5000) return
      const page = open(rowsBefore(newest, count + 20, length), length)
      const asked = { from: String(newest - span), to: ends ? String(newest) : undefined }
      page.viewport.frame(asked.from, asked.to)
      for (const name of names) page.events[name]()
      page.chart.draw()
      const seen = page.view.visible.get()
      const end = ends ? newest : newest * 2n
      const wanted = page.rows().filter(({ start }) => BigInt(start) >= newest - span && BigInt(start) < end)
      expect(page.rows().slice(seen?.first, (seen?.last ?? -1) + 1)).toEqual(wanted)
      const drawn = page.chart.visible()
      expect(Math.ceil(drawn.from)).toBe(seen?.first)
      expect(Math.min(Math.floor(drawn.to), page.rows().length - 1)).toBe(seen?.last)
      expect(page.view.moves.get()).toBe(0)
    }),
    { numRuns: 300 },
  )
})

test('a year of four-hour candles is 2,190 candles, also when the price axis grows before they are drawn', () => {
  const length = 4n * 3_600_000_000_000n
  const page = open(rowsBefore(newest, 2211, length), length)
  page.viewport.frame(String(newest - 365n * day), undefined)
  page.chart.draw()
  page.events.axis()
  page.events.redraw()
  page.chart.draw()
  const { from } = page.chart.visible()
  expect(Math.ceil(from)).toBe(21)
  const seen = page.view.visible.get()
  expect(seen && seen.last - seen.first + 1).toBe(2190)
})

test('the neighbours of a range are not drawn in halves beside candles that the figures count', () => {
  const page = open(rowsBefore(newest, 400, day), day)
  page.viewport.frame(String(newest - 91n * day), String(newest - 30n * day))
  page.chart.draw()
  expect(page.chart.visible()).toEqual({ from: 309, to: 369 })
  // As the chart calculates it from pixels.
  page.chart.show({ from: 309.0001, to: 368.9999 })
  page.click(40, 90)
  expect(page.view.visible.get()).toMatchObject({ first: 309, last: 369 })
})

test.each([1, 2, 4])('a range of %i candles is drawn without neighbours that its figures leave out', (count) => {
  const page = open(rowsBefore(newest, 400, day), day)
  page.viewport.frame(String(newest - BigInt(30 + count) * day), String(newest - 30n * day))
  page.chart.draw()
  expect(page.chart.visible()).toEqual({ from: 370 - count, to: 369 })
  expect(page.view.visible.get()).toMatchObject({ first: 370 - count, last: 369 })
})

test('without a crosshair, figures of a candle are of the last one in view, not of one that the range excludes', () => {
  const page = open(rowsBefore(newest, 400, day), day)
  page.viewport.frame(String(newest - 91n * day), String(newest - 30n * day))
  const rows = page.rows()
  expect(rows[lastInView(rows, page.view.visible.get())]?.start).toBe(String(newest - 31n * day))
  expect(lastInView(rows, undefined)).toBe(399)
  // Of the rows that were drawn before.
  expect(lastInView([...rows], page.view.visible.get())).toBe(399)
})

test('a chart that gets another size keeps its candles: figures and candles are of one range', () => {
  const page = open(rowsBefore(newest, 400, day), day)
  expect(chartBehaviour.timeScale?.lockVisibleTimeRangeOnResize).toBe(true)
  page.viewport.frame(undefined, String(newest))
  page.chart.draw()
  page.events.axis()
  const { from, to } = page.chart.visible()
  expect(page.view.visible.get()).toMatchObject({ first: Math.ceil(from), last: Math.floor(to) })
})

test('a click leaves the range of the address in force, a drag takes it over', () => {
  const page = open(rowsBefore(newest, 400, day), day)
  page.viewport.frame(String(newest - 91n * day), undefined)
  page.chart.draw()
  page.click(40, 40)
  expect([page.view.moves.get(), page.viewport.isFramed()]).toEqual([0, true])
  page.click(40, 90)
  expect([page.view.moves.get(), page.viewport.isFramed()]).toEqual([1, false])
})

test('a range shorter than a candle has the candle that contains it; one without trades has none', () => {
  const rows = rowsBefore(newest, 3, 7n * day)
  const within = { from: String(newest - 5n * day), to: String(newest - 4n * day) }
  expect(rowsIn(rows, within, 7n * day)).toEqual({ first: 2, last: 2 })
  expect(rowsIn(rows, { from: String(newest), to: String(newest + day) }, 7n * day)).toBeUndefined()
  expect(rowsIn(rows, { to: String(newest - 30n * day) }, 7n * day)).toBeUndefined()
  expect(rowsIn(rows, {}, 7n * day)).toEqual({ first: 0, last: 2 })
})

test('an unchanged view notifies nobody: a ledger was read and drawn again for each notice', () => {
  const { view, viewport } = open(rowsBefore(newest, 200, day), day)
  viewport.update()
  let notices = 0
  view.visible.subscribe(() => (notices += 1))
  viewport.update()
  viewport.update()
  expect(notices).toBe(0)
  viewport.pan(-3)
  expect(view.visible.get()).toBeDefined()
})
