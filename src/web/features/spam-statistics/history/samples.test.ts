// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SpamStatistics } from '../../../../wire/spam-statistics.ts'
import { forgetSamples, observe } from './samples.ts'
import { saveHistories } from './spam-history-db.ts'

vi.mock('./spam-history-db.ts', () => ({ readHistory: async () => ({}), saveHistories: vi.fn<() => void>() }))

const parties = Array.from({ length: 50 }, (_, at) => at.toString(16).padStart(64, '0'))
const read = (party: string, used = '3'): void => {
  const transfers = { countForEpoch: used, maxForEpoch: '20', minTokensRequired: '0' }
  observe(party, { epochSeq: '7', transfers } as SpamStatistics, Date.now())
}
/** Each party is read every ten seconds, one after the other. */
function readFor(seconds: number): void {
  for (let at = 0; at < seconds * 5; at += 1) {
    read(parties[at % 50]!)
    vi.advanceTimersByTime(200)
  }
}
const writes = (): number[] => vi.mocked(saveHistories).mock.calls.map(([histories]) => histories.length)
function hide(hidden: boolean): void {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  forgetSamples()
  readFor(20)
  vi.mocked(saveHistories).mockClear()
})
afterEach(() => {
  hide(true) // saves the rest, so that no timer is left
  hide(false)
  vi.useRealTimers()
})

test('counts of fifty parties that stay are written once a minute, all in one transaction', () => {
  readFor(120)
  expect(writes().length).toBeLessThanOrEqual(5)
  expect(writes().reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(110)
})

test('a count that changes is written within two seconds, and what changes with it in one transaction', () => {
  for (const party of parties.slice(0, 10)) read(party, '4')
  vi.advanceTimersByTime(2_000)
  expect(writes()).toEqual([10])
})

test('a page that is left writes all that was read, the newest counts too', () => {
  for (const party of parties) read(party, '4')
  hide(true)
  expect(writes()).toEqual([50])
  expect(vi.mocked(saveHistories).mock.calls[0]?.[2]).toBe(true)
})
