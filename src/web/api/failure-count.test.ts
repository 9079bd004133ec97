import { expect, test } from 'vitest'
import { countAttempt, forgetAttempts } from './failure-count.ts'

test('failures in a row are counted for each address, and start over after an answer', () => {
  expect([countAttempt('a'), countAttempt('a'), countAttempt('b'), countAttempt('a')]).toEqual([1, 2, 1, 3])
  forgetAttempts('a')
  expect(countAttempt('a')).toBe(1)
})

test('addresses that failed long ago are forgotten', () => {
  countAttempt('old')
  for (let at = 0; at < 300; at += 1) countAttempt(`other${at}`)
  expect(countAttempt('old')).toBe(1)
})
