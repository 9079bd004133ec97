// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetTime, recordDate } from '../../client/server-clock.ts'
import { NodeCountdown } from './node-countdown.tsx'

const start = 1_800_000_000_000
const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]
/** Time that passes for the world, and how far the node's clock is from this device's at the start. */
let passed = 0
let ahead = 0

const nodeNow = (): number => start + passed + ahead
const hear = (): void => recordDate(new Headers({ Date: new Date(nodeNow()).toUTCString() }), 0)
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= second) {
    const step = Math.min(left, second)
    passed += step
    await act(async () => void (await vi.advanceTimersByTimeAsync(step)))
  }
}
/** Answers come every five seconds, as the page asks. */
async function watch(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 5 * second) {
    await pass(Math.min(left, 5 * second))
    hear()
  }
}

const shown = (): number => {
  const [, days = '0', clock = ''] = /^(?:(\d+) d )?(.+)$/.exec(screen.getByRole('timer').textContent) ?? []
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number)
  return Number(days) * 86_400 + hours * 3600 + minutes * 60 + seconds
}
const error = (until: number): number => Math.abs(shown() - Math.max(0, until - nodeNow()) / second)
const show = (until: number): void => void render(<NodeCountdown until={BigInt(until) * 1_000_000n} />)

beforeEach(() => {
  vi.useFakeTimers({ now: start })
  passed = 0
})
afterEach(() => {
  cleanup()
  forgetTime()
  vi.useRealTimers()
})

describe.each([0, 30 * second, -30 * second, 2 * hour, -2 * hour, 400 * day, -400 * day])(
  'the node is %d ms ahead',
  (skew) => {
    beforeEach(() => {
      ahead = skew
      hear()
    })

    test('the countdown is never off by more than a second and a half', async () => {
      const until = nodeNow() + 2 * minute + 345
      show(until)
      for (let at = 0; at < 130; at++) {
        await watch(second)
        expect(error(until)).toBeLessThanOrEqual(1.5)
      }
      expect(shown()).toBe(0)
    })

    test('setting the clock of this device during the countdown moves nothing', async () => {
      const until = nodeNow() + 10 * minute
      show(until)
      for (const step of [30 * second, -30 * second, 2 * hour, -2 * hour, 400 * day, -400 * day]) {
        vi.setSystemTime(Date.now() + step)
        await pass(7 * second)
        expect(error(until)).toBeLessThanOrEqual(1.5)
      }
    })

    test('after a sleep the next answer sets it right', async () => {
      const until = nodeNow() + 3 * hour
      show(until)
      await watch(20 * second)
      passed += 2 * hour // the monotonic clock stood still
      vi.setSystemTime(Date.now() + 2 * hour)
      hear()
      await pass(2 * second)
      expect(error(until)).toBeLessThanOrEqual(1.5)
    })

    test.each([30 * second, 2 * hour])('the node’s own clock is set by %d ms, forth and back', async (step) => {
      const until = nodeNow() + 5 * hour
      show(until)
      await watch(20 * second)
      ahead += step
      await watch(10 * second)
      expect(error(until)).toBeLessThanOrEqual(1.5)
      ahead -= step
      await watch(15 * second)
      expect(error(until)).toBeLessThanOrEqual(1.5)
    })
  },
)

test('while the node’s clock is unknown it says that this device counts', () => {
  ahead = 0
  show(start + minute)
  expect(screen.getByText('local clock')).toBeDefined()
  cleanup()
  hear()
  show(start + minute)
  expect(screen.queryByText('local clock')).toBeNull()
})
