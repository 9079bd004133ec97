import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rateLimiterOf } from '../../client/node-rate-limiter.ts'
import { preferences } from '../../preferences/preferences.ts'
import { setSpam } from '../../preferences/set-preferences.ts'
import { pollDelay } from './query.ts'

let round = 0
beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  preferences.reset()
  preferences.set({ node: `https://poll${++round}.example` })
})
afterEach(() => void vi.useRealTimers())

test('the reader sets the polling interval', () => {
  expect(pollDelay(false, false)).toBe(5_000)
  setSpam({ poll: 2_000 })
  expect(pollDelay(false, false)).toBe(2_000)
  setSpam({ poll: 0 })
  expect(pollDelay(false, false)).toBe(false)
  setSpam({ poll: 15_000 })
  preferences.set({ live: false })
  expect(pollDelay(false, false)).toBe(false)
})

test('polling is slower on a hidden page and with a failing node', () => {
  expect(pollDelay(false, true)).toBe(60_000)
  expect(pollDelay(true, false)).toBe(15_000)
  setSpam({ poll: 15_000 })
  expect(pollDelay(false, true)).toBe(90_000)
  expect(pollDelay(true, false)).toBe(15_000)
})

test('a ban by the node is sat out: one question, after its end', () => {
  rateLimiterOf(preferences.get().node).banned(new Headers({ 'Ratelimit-Retry-After': '600' }))
  expect(pollDelay(true, false, () => 0)).toBe(600_000)
  expect(pollDelay(true, false, () => 0.5)).toBe(601_000)
  expect(pollDelay(true, true, () => 1)).toBe(602_000)
  vi.setSystemTime(Date.now() + 600_001)
  expect(pollDelay(false, false)).toBe(5_000)
})
