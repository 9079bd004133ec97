import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sparklinePath } from './sparkline.tsx'

test('a gap breaks the line', () => {
  expect(sparklinePath([1, 2, null, 3, 4]).path.match(/M/g)).toHaveLength(2)
  expect(sparklinePath([1, null, 2, null]).path.match(/h\.01/g)).toHaveLength(2)
})

test('nothing known draws nothing, a flat series runs through the middle', () => {
  expect(sparklinePath([null, null])).toEqual({ path: '' })
  expect(sparklinePath([]).path).toBe('')
  expect(sparklinePath([5, 5]).path).toBe('M2 10L94 10')
})

test('every point stays inside the box', () => {
  const value = fc.option(fc.double({ noNaN: true, min: -1e12, max: 1e12 }), { nil: null })
  fc.assert(
    fc.property(fc.array(value, { maxLength: 60 }), (values) => {
      for (const [, x, y] of sparklinePath(values).path.matchAll(/[ML]([\d.]+) ([\d.]+)/g)) {
        expect(Number(x)).toBeGreaterThanOrEqual(0)
        expect(Number(x)).toBeLessThanOrEqual(96)
        expect(Number(y)).toBeGreaterThanOrEqual(0)
        expect(Number(y)).toBeLessThanOrEqual(20)
      }
    }),
  )
})
