import { expect, test } from 'vitest'
import { deviateAt, mix, Random, seedOf, uniformAt } from './random.ts'

test('a place always has the same number, neighbours do not resemble each other', () => {
  expect(mix(7, 1, 2)).toBe(mix(7, 1, 2))
  const seen = new Set(Array.from({ length: 10_000 }, (_, index) => mix(7, index)))
  expect(seen.size).toBeGreaterThan(9_990)
  const mean = Array.from({ length: 20_000 }, (_, index) => uniformAt(3, index, 5)).reduce((a, b) => a + b) / 20_000
  expect(mean).toBeCloseTo(0.5, 1)
})

test('deviates have mean 0 and variance 1', () => {
  const random = new Random(5)
  for (const draw of [(index: number) => deviateAt(9, index), () => random.normal()]) {
    const values = Array.from({ length: 40_000 }, (_, index) => draw(index))
    const mean = values.reduce((a, b) => a + b) / values.length
    const variance = values.reduce((a, b) => a + (b - mean) ** 2, 0) / values.length
    expect(Math.abs(mean)).toBeLessThan(0.03)
    expect(Math.abs(variance - 1)).toBeLessThan(0.05)
  }
})

test('a stream repeats with its seed and differs with its label', () => {
  const draw = (random: Random) => Array.from({ length: 5 }, () => random.next())
  expect(draw(new Random(1, 2))).toEqual(draw(new Random(1, 2)))
  expect(draw(new Random(1, 2))).not.toEqual(draw(new Random(1, 3)))
  expect(seedOf('a', 1)).not.toBe(seedOf('a', 2))
})

test('poisson counts have their mean, small and large', () => {
  for (const mean of [0.4, 5, 80]) {
    const random = new Random(11)
    const total = Array.from({ length: 5_000 }, () => random.poisson(mean)).reduce((a, b) => a + b)
    expect(Math.abs(total / 5_000 / mean - 1)).toBeLessThan(0.06)
  }
})
