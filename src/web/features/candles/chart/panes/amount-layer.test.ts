import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountBars } from './amount-layer.ts'

const sight = (count: number, spacing: number, gap = 1, origin = 0.3) => ({
  from: 0,
  to: count - 1,
  spacing,
  gap,
  x: (index: number) => origin + index * spacing,
})

const amount = fc.oneof(
  { weight: 6, arbitrary: fc.double({ min: -1e6, max: 1e6, noNaN: true }) },
  { weight: 1, arbitrary: fc.constant(Number.NaN) },
)
const amounts = fc.array(amount, { minLength: 1, maxLength: 400 })
const ratio = fc.constantFrom(1, 1.25, 2, 3)

test('a period without trades has no bar, each other one stands under its candle', () => {
  const bars = amountBars((index) => [5, NaN, -0, 7][index]!, sight(4, 8, 1, 4))
  expect(bars).toEqual([
    { left: 1, right: 8, amount: 5 },
    { left: 17, right: 24, amount: -0 },
    { left: 25, right: 32, amount: 7 },
  ])
})

test('however wide the bars, none covers another and none is thinner than a pixel', () => {
  fc.assert(
    fc.property(
      amounts,
      fc.double({ min: 1.01, max: 60, noNaN: true }),
      ratio,
      fc.double({ min: -30, max: 30, noNaN: true }),
      (values, spacing, wide, origin) => {
        const gap = Math.max(1, Math.floor(wide))
        const bars = amountBars((index) => values[index]!, sight(values.length, spacing * wide, gap, origin))
        expect(bars.map((bar) => bar.amount)).toEqual(values.filter((value) => !Number.isNaN(value)))
        for (const [index, { left, right }] of bars.entries()) {
          expect(right).toBeGreaterThan(left)
          if (index > 0) expect(left).toBeGreaterThanOrEqual(bars[index - 1]!.right)
        }
      },
    ),
  )
})

test('however far out, the largest amount of a pixel is seen and there are no more bars than pixels', () => {
  fc.assert(
    fc.property(amounts, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (values, spacing) => {
      const bars = amountBars((index) => values[index]!, sight(values.length, spacing))
      expect(bars.length).toBeLessThanOrEqual(Math.ceil(values.length * spacing) + 1)
      const pixels = new Map<number, number>()
      for (const [index, value] of values.entries()) {
        const at = Math.round(0.3 + index * spacing)
        if (!Number.isNaN(value)) pixels.set(at, Math.max(pixels.get(at) ?? 0, Math.abs(value)))
      }
      expect(bars.map((bar) => [bar.left, Math.abs(bar.amount)])).toEqual([...pixels])
      for (const { left, right } of bars) expect(right - left).toBe(1)
    }),
    { numRuns: 500 },
  )
})
