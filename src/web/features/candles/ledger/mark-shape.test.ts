import fc from 'fast-check'
import { expect, test } from 'vitest'
import { absolute } from '../../../format/amount.ts'
import { type MarkGroup, markGroupWords } from '../../../ledger/rows/groups.ts'
import { markShapes, markSize, stackMarks } from './mark-shape.ts'

const groups = fc.constantFrom(...(Object.keys(markGroupWords) as MarkGroup[]))
const amount = fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n })

test('a mark grows with the square root of its amount, within the sizes of its group, at any number of digits', () => {
  fc.assert(
    fc.property(groups, amount, amount, (group, one, other) => {
      const largest = absolute(one) > absolute(other) ? one : other
      const [smallest, most] = markShapes[group].sizes
      const [a, b] = [markSize(group, one, largest), markSize(group, other, largest)]
      expect(Math.max(a, b)).toBe(largest === 0n ? smallest : most)
      expect(Math.min(a, b)).toBeGreaterThanOrEqual(smallest)
      if (absolute(one) < absolute(other)) expect(a).toBeLessThanOrEqual(b)
    }),
  )
  expect(markSize('result', 25n, 100n)).toBeCloseTo((2.5 + 7) / 2)
  expect(markSize('liquidation', 1n, 100n)).toBe(12)
})

test('marks beside a bar do not touch each other or its wick', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 2, max: 12, noNaN: true }), { maxLength: 7 }), (heights) => {
      let edge = 0
      for (const [at, middle] of stackMarks(heights).entries()) {
        const height = heights[at] ?? 0
        expect(middle - height / 2 - edge).toBeGreaterThan(at === 0 ? 3.99 : 2.99)
        edge = middle + height / 2
      }
    }),
  )
})
