// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { cardHeight } from './use-grid-layout.ts'

test('a card has two lines, grows with the text, and on touch its title is 44 px high', () => {
  expect(cardHeight({ root: 16, coarse: false })).toBe(64)
  expect(cardHeight({ root: 32, coarse: false })).toBe(128)
  expect(cardHeight({ root: 16, coarse: true })).toBeGreaterThanOrEqual(44 + 24)
})
