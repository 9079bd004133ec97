import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnsOf, trace } from './line-columns.ts'

const sight = (count: number, spacing: number) => ({
  from: 0,
  to: count - 1,
  spacing,
  x: (index: number) => index * spacing,
})

test('each bar is a point while bars are wider than pixels; a line breaks at gaps', () => {
  const values = [1, 2, NaN, 4, NaN, NaN, 7]
  const stretches = columnsOf((index) => values[index]!, sight(values.length, 8))
  expect(stretches.map((columns) => columns.map(({ last }) => last))).toEqual([[1, 2], [4], [7]])
  expect(stretches[0]?.map(({ x }) => x)).toEqual([0, 8])
})

test('however far out, no high and no low is lost and there are no more columns than pixels', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 400 }),
      fc.double({ min: 0.01, max: 0.99, noNaN: true }),
      (values, spacing) => {
        const columns = columnsOf((index) => values[index]!, sight(values.length, spacing)).flat()
        expect(columns.length).toBeLessThanOrEqual(Math.ceil(values.length * spacing) + 1)
        expect(Math.max(...columns.map(({ high }) => high))).toBe(Math.max(...values))
        expect(Math.min(...columns.map(({ low }) => low))).toBe(Math.min(...values))
        expect(columns[0]?.first).toBe(values[0])
        expect(columns.at(-1)?.last).toBe(values.at(-1))
        for (const { low, high, first, last } of columns)
          expect(low <= first && first <= high && low <= last && last <= high).toBe(true)
      },
    ),
    { numRuns: 500 },
  )
})

test('points that are left out lie on the line that is drawn, to half a pixel', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.double({ min: 0, max: 0.6, noNaN: true }), fc.double({ min: 0, max: 300, noNaN: true })), {
        minLength: 1,
        maxLength: 300,
      }),
      fc.double({ min: 0.1, max: 3, noNaN: true }),
      (values, spacing) => {
        const [stretch = []] = columnsOf((index) => values[index]!, sight(values.length, spacing))
        const points: [x: number, y: number][] = []
        const keep = (x: number, y: number): void => void points.push([x, y])
        trace({ moveTo: keep, lineTo: keep }, stretch, (value) => value)
        const last = stretch.at(-1)!
        expect(points.at(-1)).toEqual([last.x, last.last])
        for (const { x, first, low, high } of stretch) {
          const here = points.filter((point) => point[0] === x).map((point) => point[1])
          if (here.length > 0) {
            expect(Math.min(...here)).toBeLessThanOrEqual(low + 0.5)
            expect(Math.max(...here)).toBeGreaterThanOrEqual(high - 0.5)
            continue
          }
          const after = points.findIndex((point) => point[0] > x)
          const [[fromX, fromY], [toX, toY]] = [points[after - 1]!, points[after]!]
          const drawn = fromY + ((toY - fromY) * (x - fromX)) / (toX - fromX)
          expect(Math.abs(drawn - first)).toBeLessThan(0.5)
        }
      },
    ),
    { numRuns: 500 },
  )
})

test('a thousand points of a level line cost a handful', () => {
  let points = 0
  const [stretch = []] = columnsOf((index) => 5 + index / 1e6, sight(1000, 1))
  trace({ moveTo: () => points++, lineTo: () => points++ }, stretch, (value) => value)
  expect(points).toBeLessThan(8)
})
