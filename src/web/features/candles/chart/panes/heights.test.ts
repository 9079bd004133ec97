import fc from 'fast-check'
import type { BarPrice, Coordinate } from 'lightweight-charts'
import { PriceScaleMode } from 'lightweight-charts'
import { expect, test } from 'vitest'
import { heightsOf, type Scaled } from './heights.ts'

/** A series scaled as the chart does it: values from `low` to `high` fill the pane minus its margins. */
function scaled(mode: PriceScaleMode, low: number, high: number, height: number, inverted: boolean): Scaled {
  const bend = mode === PriceScaleMode.Logarithmic ? Math.log : (value: number) => value
  const back = mode === PriceScaleMode.Logarithmic ? Math.exp : (value: number) => value
  const [a, b] = [bend(low), bend(high)]
  const up = (share: number) => (inverted ? share : 1 - share) * (height - 1)
  return {
    priceScale: () => ({ options: () => ({ mode }) }),
    priceToCoordinate: (value) => up((bend(value) - a) / (b - a)) as Coordinate,
    coordinateToPrice: (at) => {
      const share = at / (height - 1)
      return back(a + (b - a) * (inverted ? share : 1 - share)) as BarPrice
    },
  }
}

test('a value stands where the chart has it, on every kind of scale', () => {
  const mode = fc.constantFrom(PriceScaleMode.Normal, PriceScaleMode.Percentage, PriceScaleMode.Logarithmic)
  const share = fc.double({ min: -0.5, max: 1.5, noNaN: true })
  fc.assert(
    fc.property(
      mode,
      fc.double({ min: 1, max: 1e12, noNaN: true }),
      fc.double({ min: 1e-6, max: 10, noNaN: true }),
      fc.integer({ min: 2, max: 900 }),
      fc.boolean(),
      share,
      (kind, low, reach, height, inverted, at) => {
        const series = scaled(kind, low, low * (1 + reach), height, inverted)
        const value = Math.max(low / 2, low + low * reach * at)
        expect(heightsOf(series, height)(value)).toBeCloseTo(series.priceToCoordinate(value) ?? NaN, 2)
      },
    ),
  )
})

test('before there is a scale nothing is drawn beside the pane', () => {
  const none: Scaled = {
    priceScale: () => ({ options: () => ({ mode: PriceScaleMode.Normal }) }),
    priceToCoordinate: () => null,
    coordinateToPrice: () => null,
  }
  expect(heightsOf(none, 400)(7)).toBe(0)
})
