// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import type { SlaVerdict } from '../../wire/sla/sla-verdict.ts'
import { slaNews } from './sla-watcher.tsx'

beforeEach(() => localStorage.clear())

const told = (epoch: string, state: SlaVerdict['state'], position = 'node party market') =>
  slaNews(position, epoch, state, 0)

test('a provider that falls behind raises one alert an epoch, and another when it cannot recover', () => {
  expect(told('7', 'passing')).toBeUndefined()
  expect(told('7', 'failing')).toBe('worse')
  expect(told('7', 'passes-if')).toBeUndefined()
  expect(told('7', 'failing')).toBeUndefined()
  expect(told('7', 'lost')).toBe('worse')
  expect(told('7', 'lost')).toBeUndefined()
  expect(told('8', 'failing')).toBe('worse')
  expect(told('8', 'failing', 'node party other')).toBe('worse')
})

test('an unjudged position raises no alert and ends none', () => {
  expect(told('7', 'failing')).toBe('worse')
  for (const state of ['waiting', 'unknown', 'stale'] as const) expect(told('7', state)).toBeUndefined()
  expect(told('7', 'passing')).toBe('better')
})
