import fc from 'fast-check'
import { expect, test } from 'vitest'
import { overflowPxOf, maxBodyHeight, revealRow, windowAt } from './fixed-row-virtualizer.ts'

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

test('rows that no browser could stack are all reached: a body of fewer px stands for them', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 500_000, max: 5_000_000 }),
      fc.nat(),
      fc.integer({ min: 100, max: 900 }),
      (rows, at, fits) => {
        const row = at % rows
        const scroller = { scrollTop: 0, clientHeight: fits, scrollHeight: maxBodyHeight + 32 }
        const overflowPx = overflowPxOf(rows, 34)
        revealRow(scroller as HTMLElement, row, { rowHeight: 34, head: 32, overflowPx })
        const range = scroller.scrollHeight - scroller.clientHeight
        expect(scroller.scrollTop).toBeGreaterThanOrEqual(0)
        expect(scroller.scrollTop).toBeLessThanOrEqual(range + 0.001)
        const seen = scroller.scrollTop * (1 + overflowPx / range)
        expect(row * 34).toBeGreaterThanOrEqual(seen - 0.01)
        expect(row * 34 + 34).toBeLessThanOrEqual(seen + fits - 32 + 0.01)
      },
    ),
  )
})
