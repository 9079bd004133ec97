// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { isNewlyBehind } from './sla-watcher.tsx'

beforeEach(() => localStorage.clear())

test('a provider that falls behind is told once an epoch, and once more when it cannot recover', () => {
  const told = (epoch: string, state: string) => isNewlyBehind('node party market', epoch, state)
  expect(told('7', 'passing')).toBe(false)
  expect(told('7', 'failing')).toBe(true)
  expect(told('7', 'passes-if')).toBe(false)
  expect(told('7', 'failing')).toBe(false)
  expect(told('7', 'lost')).toBe(true)
  expect(told('7', 'lost')).toBe(false)
  expect(told('8', 'failing')).toBe(true)
  expect(isNewlyBehind('node party other', '8', 'failing')).toBe(true)
})

test('what was not judged is no alarm and no all-clear', () => {
  for (const state of ['waiting', 'unknown', 'stale', 'passing']) expect(isNewlyBehind('a', '7', state)).toBe(false)
})
