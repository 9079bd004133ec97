import type { CustomBarItemData, IChartApiBase, Logical, PaneRendererCustomData, Time } from 'lightweight-charts'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { addLine, type LineData, LineOverlay, runsOf, setRows, thinned } from './line-series.ts'

/** What the library passes to a renderer: one item per row with a point, and x of those in view. */
function shown(
  values: Readonly<Record<number, number>>,
  visibleRange: { from: number; to: number } | null,
): PaneRendererCustomData<Time, LineData> {
  const bars = Object.entries(values).map(([row, value], index): CustomBarItemData<Time, LineData> => {
    const inView = visibleRange && index >= visibleRange.from && index < visibleRange.to
    return {
      x: inView ? Number(row) * 8 : Number.NaN,
      time: Number(row),
      originalData: { time: Number(row) as Time, value, base: value },
      barColor: '',
    }
  })
  return { bars, barSpacing: 8, visibleRange, conflationFactor: 1 }
}

describe('a line with gaps', () => {
  test('breaks at rows without a point and at rows without a value', () => {
    const runs = runsOf(shown({ 0: 1, 1: 2, 3: 4, 4: NaN, 6: 7 }, { from: 0, to: 5 }))
    expect(runs.map((run) => run.map(({ value }) => value))).toEqual([[1, 2], [4], [7]])
    expect(runs.map((run) => run.map(({ x }) => x))).toEqual([[0, 8], [24], [48]])
  })

  test('breaks between adjacent rows where what lies between them is not known', () => {
    const { bars, ...view } = shown({ 0: 1, 1: 2, 2: 3 }, { from: 0, to: 3 })
    const broken = bars.map((bar, row) => ({ ...bar, originalData: { ...bar.originalData, broken: row === 2 } }))
    expect(runsOf({ ...view, bars: broken }).map((run) => run.map(({ value }) => value))).toEqual([[1, 2], [3]])
  })

  test('continues beyond both edges of the view', () => {
    const runs = runsOf(shown({ 3: 1, 4: 2, 5: 3, 6: 4, 7: 5 }, { from: 1, to: 4 }))
    expect(runs).toEqual([
      [
        { x: 24, value: 1 },
        { x: 32, value: 2 },
        { x: 40, value: 3 },
        { x: 48, value: 4 },
        { x: 56, value: 5 },
      ],
    ])
  })

  test('is not drawn where none of its points is in view', () => {
    expect(runsOf(shown({ 0: 1, 9: 2 }, { from: 1, to: 1 }))).toEqual([])
    expect(runsOf(shown({ 0: 1, 9: 2 }, null))).toEqual([])
    expect(runsOf(shown({}, { from: 0, to: 0 }))).toEqual([])
  })
})

test('a few changed rows update a series, many replace its data', () => {
  const series = { setData: vi.fn(), update: vi.fn() }
  const dataAt = (index: number) => ({ time: index as Time, value: index })
  setRows<'Line'>(series, 5, 5, dataAt)
  setRows<'Line'>(series, 5, 3, dataAt)
  expect(series.update.mock.calls.map(([{ value }]) => value as number)).toEqual([3, 4])
  expect(series.setData).not.toHaveBeenCalled()
  setRows<'Line'>(series, 5, 0, dataAt)
  setRows<'Line'>(series, 5, 1, dataAt)
  expect(series.setData).toHaveBeenCalledTimes(2)
  expect(series.setData).toHaveBeenLastCalledWith([0, 1, 2, 3, 4].map(dataAt))
})

test('a line with a name has it beside its last value at the axis, and one without has neither', () => {
  const options = vi.fn()
  const series = { applyOptions: options, setData: vi.fn(), update: vi.fn() }
  const line = addLine({ addCustomSeries: () => series } as unknown as IChartApiBase<Time>, 0, true)
  const own = { key: 'one', at: () => 1, base: () => 1, color: 'red', width: 1, scales: true }
  line.set([{ start: '1000000000' }], { ...own, label: 'ETH/USDT' }, 0)
  expect(options).toHaveBeenLastCalledWith(expect.objectContaining({ title: 'ETH/USDT', lastValueVisible: true }))
  line.set([{ start: '1000000000' }], own, 0)
  expect(options).toHaveBeenLastCalledWith(expect.objectContaining({ title: '', lastValueVisible: false }))
})

test('a line of more points than pixels keeps the first, lowest, highest and last of each pixel, in order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 200 }),
      fc.integer({ min: 1, max: 40 }),
      (values, width) => {
        const run = values.map((value, index) => ({ x: (index * width) / values.length, value }))
        const kept = thinned(run)
        expect(run.filter((point) => kept.includes(point))).toEqual(kept)
        const shape = (points: typeof kept) =>
          Array.from({ length: width }, (_, column) => {
            const inColumn = points.filter(({ x }) => Math.floor(x) === column).map(({ value }) => value)
            return [inColumn[0], Math.min(...inColumn), Math.max(...inColumn), inColumn.at(-1)]
          })
        expect(shape(kept)).toEqual(shape(run))
        expect(kept.length).toBeLessThanOrEqual(Math.max(4 * width, 3 * width + 3))
      },
    ),
  )
})

test('a line that scales widens the axis to its values in view and their bases, and an empty account has an axis', () => {
  const overlay = new LineOverlay()
  const look = { color: 'red', width: 1, base: () => 0 }
  const range = () => overlay.autoscaleInfo(2 as Logical, 4 as Logical)?.priceRange
  overlay.set(9, { ...look, at: (index) => 10 * index, scales: true })
  expect(range()).toEqual({ minValue: 0, maxValue: 50 })
  overlay.set(9, { ...look, at: () => Number.NaN, scales: true })
  expect(range()).toEqual({ minValue: 0, maxValue: 1 })
  overlay.set(9, { ...look, at: () => 5, scales: false })
  expect(range()).toBeUndefined()
})
