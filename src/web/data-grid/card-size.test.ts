import { expect, test } from 'vitest'
import { cardHeight, fieldHeight } from './use-grid-layout.ts'

const plain = { root: 16, tall: false, coarse: false }

test('a card has its title and a line for each two other columns', () => {
  expect(cardHeight(1, plain)).toBe(56)
  expect(cardHeight(2, plain)).toBe(cardHeight(3, plain))
  expect(cardHeight(4, plain) - cardHeight(3, plain)).toBe(fieldHeight(plain) * 16)
})

test('a card grows with the text, and on touch a value is 44 px high under its name', () => {
  expect(cardHeight(5, { ...plain, root: 32 })).toBe(2 * cardHeight(5, plain))
  expect(fieldHeight({ tall: false, coarse: true }) * 16).toBeGreaterThanOrEqual(44 + 16)
})
