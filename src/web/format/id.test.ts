import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isId, shortId, starPoints } from './id.ts'

const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'.split('')), minLength: 64, maxLength: 64 })

test('an id is 64 hex characters or a well-known name', () => {
  expect(isId('network')).toBe(true)
  expect(isId('a'.repeat(64))).toBe(true)
  expect(isId('a'.repeat(63))).toBe(false)
  expect(isId(`${'a'.repeat(63)}g`)).toBe(false)
  expect(isId('')).toBe(false)
})

test('short ids keep both ends, names stay whole', () => {
  expect(shortId(`c6a278${'0'.repeat(52)}f4443b`)).toBe('c6a278\u2026f4443b')
  expect(shortId('network')).toBe('network')
})

test('a mark has five different points on its grid and is the same every time', () => {
  fc.assert(
    fc.property(fc.oneof(hex, fc.string()), (id) => {
      const points = starPoints(id)
      expect(new Set(points.map(({ x, y }) => y * 5 + x)).size).toBe(5)
      for (const { x, y } of points) expect(x >= 0 && x < 5 && y >= 0 && y < 5).toBe(true)
      expect(starPoints(id)).toEqual(points)
    }),
  )
})

test('marks tell ids apart: a thousand ids share few marks', () => {
  const ids = fc.sample(hex, { numRuns: 1000, seed: 7 })
  const marks = new Set(ids.map((id) => JSON.stringify(starPoints(id))))
  expect(marks.size).toBeGreaterThan(900)
})
