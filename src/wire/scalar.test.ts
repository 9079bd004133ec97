import { expect, test } from 'vitest'
import { digitPatterns, mostDigits } from './scalar.ts'

test('every pattern that is passed over for digits fits any number of them that an answer may hold', () => {
  expect(digitPatterns.size).toBe(3)
  for (const pattern of digitPatterns)
    for (let count = 1; count <= mostDigits; count++)
      for (const digit of '0123456789') expect(pattern.test(digit.repeat(count))).toBe(true)
})
