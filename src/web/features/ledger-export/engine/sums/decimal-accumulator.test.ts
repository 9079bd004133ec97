import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ExactSum, bigOf, isSum, newLimbs, readLimbs } from './decimal-accumulator.ts'

const digits = fc.bigInt({ min: 0n, max: 10n ** 71n })
const limbsOf = (value: bigint) => {
  const limbs = newLimbs()
  const bytes = new TextEncoder().encode(value.toString())
  expect(readLimbs(bytes, 0, bytes.length, limbs)).toBe(true)
  return limbs
}

test('all digits are read', () => {
  fc.assert(
    fc.property(digits, (value) => {
      expect(bigOf(limbsOf(value))).toBe(value)
    }),
  )
})

test('sums are exact', () => {
  fc.assert(
    fc.property(fc.array(digits), (values) => {
      const sum = new ExactSum()
      for (const value of values) sum.add(limbsOf(value))
      expect(sum.value()).toBe(values.reduce((a, b) => a + b, 0n))
    }),
  )
})

test('ten thousand of the largest limbs add up exactly', () => {
  const max = limbsOf(10n ** 72n - 1n)
  const sum = new ExactSum()
  for (let count = 0; count < 10_000; count++) sum.add(max)
  expect(sum.value()).toBe(10_000n * (10n ** 72n - 1n))
})

test('a difference of one unit is detected', () => {
  fc.assert(
    fc.property(digits, digits, (a, b) => {
      expect(isSum(limbsOf(a + b), limbsOf(a), limbsOf(b))).toBe(true)
      expect(isSum(limbsOf(a + b + 1n), limbsOf(a), limbsOf(b))).toBe(false)
    }),
  )
})

test.each(['', '-1', '1.5', '1e3', ' 1', '1'.repeat(73)])('%j is no number that can be read', (text) => {
  const bytes = new TextEncoder().encode(text)
  expect(readLimbs(bytes, 0, bytes.length, newLimbs())).toBe(false)
})
