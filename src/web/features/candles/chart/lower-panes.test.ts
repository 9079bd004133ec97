import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paneHeights } from './lower-panes.ts'

test('lower panes have 15 % of the chart each, and at least 60 px as long as prices keep two fifths', () => {
  expect(paneHeights(600, 1)).toEqual([510, 90])
  expect(paneHeights(600, 3)).toEqual([330, 90, 90, 90])
  expect(paneHeights(300, 2)).toEqual([180, 60, 60])
  expect(paneHeights(300, 4)).toEqual([120, 45, 45, 45, 45])
  expect(paneHeights(600, 0)).toEqual([600])
})

test('a maximised pane leaves the others a strip', () => {
  expect(paneHeights(600, 2, 0)).toEqual([552, 24, 24])
  expect(paneHeights(600, 2, 2)).toEqual([24, 24, 552])
  expect(paneHeights(600, 1, 5)).toEqual([510, 90])
})

test('no number of panes pushes the time axis out of the chart', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 2000 }), fc.nat(12), (height, count) => {
      const heights = paneHeights(height, count)
      expect(heights).toHaveLength(count + 1)
      expect(heights.reduce((sum, one) => sum + one, 0)).toBeCloseTo(height)
      expect(Math.min(...heights)).toBeGreaterThan(0)
      expect(heights[0]).toBeGreaterThanOrEqual(height * 0.4 - 1e-6)
    }),
  )
})
