import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnsOf } from './line-layer.ts'

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
