import { expect, test } from 'vitest'
import { onGround } from './chart-theme.ts'

test('a translucent colour on a ground is what the eye sees there, and an opaque one stays', () => {
  expect(onGround('#ff000080', '#000000')).toBe('#800000')
  expect(onGround('#0a6e6100', '#fafbfc')).toBe('#fafbfc')
  expect(onGround('#0a6e61ff', '#fafbfc')).toBe('#0a6e61')
  expect(onGround('#0a6e61', '#fafbfc')).toBe('#0a6e61')
  expect(onGround('rgb(1 2 3 / 40%)', '#fafbfc')).toBe('rgb(1 2 3 / 40%)')
})
