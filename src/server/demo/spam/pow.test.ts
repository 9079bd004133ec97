import { expect, test } from 'vitest'
import { expectedDifficulty, neededBits, requiredDifficulty } from './spam.ts'

test.each([
  [0, 0, '15'],
  [1, 15, '15'],
  [1, 22, '15'],
  [2, 30, '16'],
  [2, 31, '15'],
  [3, 45, '17'],
  [4, 60, '19'],
  [4, 79, '15'],
  [4, 80, '18446744073709551615'],
  [6, 90, '24'],
])('after %i transactions that achieved %i the next needs %s', (seen, achieved, expected) => {
  expect(expectedDifficulty(seen, achieved)).toBe(expected)
})

test('a transaction that achieves what is needed is always enough, and luck is credited', () => {
  expect(requiredDifficulty(5)).toBe(15 + 15 + 16 + 16 + 17)
  let achieved = 0
  for (let seen = 0; seen < 12; seen += 1) {
    const needed = neededBits(seen, achieved)
    expect(needed).toBe(15 + Math.floor(seen / 2))
    achieved += needed
    expect(achieved).toBe(requiredDifficulty(seen + 1))
  }
  expect(neededBits(4, 80)).toBe(15)
})
