import type { Logical, Time } from 'lightweight-charts'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { LineOverlay, runsOf, setRows, thinned } from './series-overlay.ts'

const xOf = (index: number): number => index * 8

describe('a line with gaps', () => {
  const values = [1, 2, Number.NaN, 4, Number.NaN, Number.NaN, 7]

  test('breaks at rows without a value', () => {
    const runs = runsOf(values, [0, 6], xOf)
    expect(runs.map((run) => run.map(({ value }) => value))).toEqual([[1, 2], [4], [7]])
    expect(runs.map((run) => run.map(({ x }) => x))).toEqual([[0, 8], [24], [48]])
  })

  test('breaks between adjacent rows where what lies between them is not known', () => {
    const runs = runsOf([1, 2, 3], [0, 2], xOf, (row) => row === 2)
    expect(runs.map((run) => run.map(({ value }) => value))).toEqual([[1, 2], [3]])
  })

  test('is not drawn where none of its points is in view', () => {
    expect(runsOf(values, [4, 5], xOf)).toEqual([])
    expect(runsOf([], [0, -1], xOf)).toEqual([])
    expect(runsOf([], [0, 3], xOf)).toEqual([])
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

const look = { key: 'one', color: 'red', width: 1, scales: true }
const rangeOf = (overlay: LineOverlay) => overlay.autoscaleInfo(2 as Logical, 4 as Logical)?.priceRange

test('a line that scales widens the axis to its values in view and its base, and an empty account has an axis', () => {
  const overlay = new LineOverlay()
  overlay.set(9, [{ ...look, at: (index) => 10 * index, base: 0 }])
  expect(rangeOf(overlay)).toEqual({ minValue: 0, maxValue: 50 })
  overlay.set(9, [{ ...look, at: (index) => 10 * index }])
  expect(rangeOf(overlay)).toEqual({ minValue: 10, maxValue: 50 })
  overlay.set(9, [{ ...look, at: () => Number.NaN, base: 0 }])
  expect(rangeOf(overlay)).toEqual({ minValue: 0, maxValue: 1 })
  overlay.set(9, [{ ...look, at: () => 5, scales: false }])
  expect(rangeOf(overlay)).toBeUndefined()
})

test('lines together widen the axis, and one alone in view of one value has no range beside it', () => {
  const overlay = new LineOverlay()
  overlay.set(9, [
    { ...look, at: () => 0.0001 },
    { ...look, key: 'two', at: () => 0.0003 },
  ])
  expect(rangeOf(overlay)).toEqual({ minValue: 0.0001, maxValue: 0.0003 })
  overlay.set(9, [{ ...look, at: () => 0.0001 }])
  expect(rangeOf(overlay)).toEqual({ minValue: 0.0001, maxValue: 0.0001 })
})

test('a candle that changes asks a line for that row alone, and a new line for all of them', () => {
  const overlay = new LineOverlay()
  const at = vi.fn((index: number) => index)
  overlay.set(5, [{ ...look, at }])
  expect(at).toHaveBeenCalledTimes(5)
  at.mockClear()
  const later = vi.fn((index: number) => 10 * index)
  overlay.set(6, [{ ...look, at: later }], 4)
  expect(later.mock.calls).toEqual([[4], [5]])
  expect(rangeOf(overlay)).toEqual({ minValue: 1, maxValue: 50 })
  overlay.set(6, [{ ...look, key: 'two', at: later }], 6)
  expect(later).toHaveBeenCalledTimes(8)
  expect(rangeOf(overlay)).toEqual({ minValue: 10, maxValue: 50 })
})
