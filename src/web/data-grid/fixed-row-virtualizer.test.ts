import fc from 'fast-check'
import { expect, test } from 'vitest'
import { revealRow, windowAt } from './fixed-row-virtualizer.ts'

const count = fc.nat(200_000)

test('every row in sight is drawn, few others are, and none that is not there', () => {
  fc.assert(
    fc.property(count, fc.nat(200_000), fc.integer({ min: 1, max: 100 }), (rows, top, fits) => {
      const { first, end } = windowAt(top, fits, rows)
      for (let row = top; row < Math.min(rows, top + fits); row += 1) expect(row >= first && row < end).toBe(true)
      expect(first).toBeGreaterThanOrEqual(0)
      expect(end).toBeLessThanOrEqual(rows)
      expect(end - first).toBeGreaterThanOrEqual(0)
      expect(end - first).toBeLessThanOrEqual(fits + 20)
    }),
  )
})

test('a row is brought into sight by the least scrolling', () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.nat(34_000), fc.integer({ min: 100, max: 900 }), (row, scrollTop, clientHeight) => {
      const scroller = { scrollTop, clientHeight }
      revealRow(scroller as HTMLElement, row, { rowHeight: 34, head: 32 })
      const [top, bottom] = [row * 34, row * 34 + 34]
      expect(top).toBeGreaterThanOrEqual(scroller.scrollTop)
      expect(bottom).toBeLessThanOrEqual(scroller.scrollTop + clientHeight - 32)
      const wasInSight = top >= scrollTop && bottom <= scrollTop + clientHeight - 32
      if (wasInSight) expect(scroller.scrollTop).toBe(scrollTop)
    }),
  )
})

test('a row that is pointed at from outside is brought to the middle', () => {
  const scroller = { scrollTop: 0, clientHeight: 232 }
  revealRow(scroller as HTMLElement, 10, { rowHeight: 20, head: 32, centre: true })
  expect(scroller.scrollTop).toBe(110)
})
