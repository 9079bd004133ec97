import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { confirmEnd } from './watcher.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Times of the polls after the end of a ban. */
function asks(random: number): number[] {
  const started = performance.now()
  const times: number[] = []
  confirmEnd(
    () => times.push(performance.now() - started),
    () => random,
  )
  vi.advanceTimersByTime(600_000)
  return times
}

test('polled within three random seconds, then every five seconds for a minute, then no more', () => {
  expect(asks(0)).toEqual([0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60].map((s) => s * 1000))
  expect(asks(0.999)[0]).toBeLessThan(3_000)
  expect(asks(0.5).at(-1)).toBe(61_500)
})

test('the node agrees: no more questions', () => {
  const ask = vi.fn<() => void>()
  const stop = confirmEnd(ask, () => 0.5)
  vi.advanceTimersByTime(7_000)
  expect(ask).toHaveBeenCalledTimes(2)
  stop()
  vi.advanceTimersByTime(600_000)
  expect(ask).toHaveBeenCalledTimes(2)
})
