import { expect, test } from 'vitest'
import { joinedPreview } from './run.ts'

test('a part that comes again replaces its rows in the preview, the next part follows', () => {
  const first = joinedPreview([], 0, ['a', 'b'], 5)
  expect(first).toEqual(['a', 'b'])
  const again = joinedPreview(first, 0, ['a', 'b', 'c'], 5)
  expect(again).toEqual(['a', 'b', 'c'])
  const next = joinedPreview(again, 3, ['d', 'e', 'f'], 5)
  expect(next).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(joinedPreview(next, 900, ['z'], 5)).toBe(next)
})
