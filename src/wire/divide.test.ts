import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ceilDivide, floorDivide } from './scalar.ts'

test('division rounds towards the past and the future, not towards zero', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.bigInt({ min: 1n, max: 10n ** 12n }), (value, by) => {
      const floor = floorDivide(value, by)
      expect(floor * by <= value && value < (floor + 1n) * by).toBe(true)
      expect(ceilDivide(value, by)).toBe(floor * by === value ? floor : floor + 1n)
    }),
  )
})
