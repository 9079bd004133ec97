// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { parseInstant } from '../../format/time.ts'
import { zoneOptions } from './zone-options.ts'

const ns = (text: string): string => (parseInstant(text, 'utc') ?? 0n).toString()
afterEach(() => vi.unstubAllEnvs())

test('a range across the change of summer time has both offsets, an open one none', () => {
  vi.stubEnv('TZ', 'Europe/London')
  const local = (range: { from?: string; to?: string }) => zoneOptions(range, 'utc')[1]?.label
  expect(local({ from: ns('2026-07-01'), to: ns('2026-08-01') })).toBe('Local +01:00')
  expect(local({ from: ns('2026-10-01'), to: ns('2026-11-01') })).toBe('Local +01:00, then +00:00')
  expect(local({ from: ns('2026-07-01') })).toBe('Local')
  expect(local({})).toBe('Local')
})

test('a zone that was chosen elsewhere is not shown as the local one', () => {
  expect(zoneOptions({}, 'Asia/Tokyo').map(({ value }) => value)).toEqual(['utc', 'local', 'Asia/Tokyo'])
  expect(zoneOptions({}, 'local').map(({ value }) => value)).toEqual(['utc', 'local'])
})
