import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onWake } from './server-clock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a jump of the wall clock is reported once in either direction; passing time is not', () => {
  const woken = vi.fn<() => void>()
  const stop = onWake(woken)
  vi.advanceTimersByTime(3_600_000)
  expect(woken).not.toHaveBeenCalled()
  vi.setSystemTime(Date.now() + 60_000)
  vi.advanceTimersByTime(10_000)
  expect(woken).toHaveBeenCalledTimes(1)
  vi.setSystemTime(Date.now() - 7_200_000)
  vi.advanceTimersByTime(1_000)
  expect(woken).toHaveBeenCalledTimes(2)
  stop()
  vi.setSystemTime(Date.now() + 60_000)
  vi.advanceTimersByTime(10_000)
  expect(woken).toHaveBeenCalledTimes(2)
})
