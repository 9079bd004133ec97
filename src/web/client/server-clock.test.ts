import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clockOffset, clockSource, forgetTime, recordDate, serverNow, serverTimeAt } from './server-clock.ts'

const start = 1_800_000_000_000
beforeEach(() => void vi.useFakeTimers({ now: start }))
afterEach(() => {
  forgetTime()
  vi.useRealTimers()
})

/** Time that passes for the world, which the device's settings cannot change. */
let passed = 0
beforeEach(() => void (passed = 0))
function pass(ms: number): void {
  vi.advanceTimersByTime(ms)
  passed += ms
}

/** An answer of a node whose clock is `ahead`: `there` and `back` are the milliseconds on the way. */
function answer(ahead: number, there = 20, back = 20, headers: Record<string, string> = {}): void {
  pass(there)
  const date = new Date(start + passed + ahead).toUTCString()
  pass(back)
  recordDate(new Headers({ Date: date, ...headers }), there + back)
}

const error = (ahead: number): number => Math.abs(Number(serverNow() / 1_000_000n) - (start + passed + ahead))

const second = 1000
const hour = 3_600_000
const day = 24 * hour
const skews = [0, 30 * second, -30 * second, 2 * hour, -2 * hour, 400 * day, -400 * day]

test('the date of a reply that a cache has held is not the time', () => {
  answer(0)
  const before = error(0)
  for (let at = 0; at < 2; at += 1) answer(-120_000, 20, 20, { Age: '120' })
  expect(error(0)).toBe(before)
})

test('answers of more than ten minutes ago no longer narrow the time', () => {
  for (let at = 0; at < 20; at += 1) {
    pass(137)
    answer(0)
  }
  pass(601_000)
  const headers = new Headers({ Date: new Date(start + passed + 300).toUTCString() })
  recordDate(headers, 40)
  const offset = clockOffset()
  forgetTime()
  recordDate(headers, 40)
  expect(offset).toBe(clockOffset())
})

describe.each(skews)('a node whose clock differs by %d ms', (ahead) => {
  test('one reply gives the time to half a second and half the round trip', () => {
    answer(ahead, 50, 50)
    expect(error(ahead)).toBeLessThanOrEqual(550)
  })

  test('polls narrow the interval, and time passes between them', () => {
    for (let i = 0; i < 20; i++) {
      answer(ahead, 10, 30)
      pass(1_037)
    }
    expect(error(ahead)).toBeLessThan(100)
    pass(240_000)
    expect(error(ahead)).toBeLessThan(100)
  })

  test('setting the clock of this device changes nothing', () => {
    answer(ahead)
    for (const step of skews) {
      vi.setSystemTime(Date.now() + step)
      expect(error(ahead)).toBeLessThanOrEqual(540)
    }
    expect(Date.now() + clockOffset()).toBeCloseTo(Number(serverNow() / 1_000_000n), -1)
  })
})

test('many responses at odd moments narrow the offset for any offset and latency', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -400 * day, max: 400 * day }),
      fc.array(fc.tuple(fc.nat({ max: 200 }), fc.nat({ max: 200 })), { minLength: 40, maxLength: 60 }),
      (ahead, ways) => {
        forgetTime()
        for (const [there, back] of ways) {
          answer(ahead, there, back)
          pass(1_037)
          expect(error(ahead)).toBeLessThanOrEqual(700)
        }
      },
    ),
  )
})

test('a node whose clock is set forward is believed at once', () => {
  answer(0)
  answer(2 * hour)
  expect(error(2 * hour)).toBeLessThanOrEqual(540)
})

test('a node whose clock is set back is believed when a second answer says the same', () => {
  answer(0)
  pass(5_000)
  answer(-30 * second)
  expect(error(0)).toBeLessThanOrEqual(540)
  pass(5_000)
  answer(-30 * second)
  expect(error(-30 * second)).toBeLessThanOrEqual(540)
})

test('answers from a cache are ignored, whether it says so or not', () => {
  answer(0)
  const old = new Date(start - 40_000).toUTCString()
  recordDate(new Headers({ Date: old, Age: '40' }), 1)
  recordDate(new Headers({ Date: old, 'X-Cache': 'HIT from edge' }), 1)
  for (let i = 0; i < 5; i++) {
    pass(5_000)
    // the same date again and again, as a cache repeats it: no two of them agree
    recordDate(new Headers({ Date: old }), 1)
  }
  expect(error(0)).toBeLessThanOrEqual(540)
})

test('after a sleep the next answer sets it right', () => {
  answer(30 * second)
  passed += 2 * hour // the monotonic clock stood still
  vi.setSystemTime(Date.now() + 2 * hour)
  answer(30 * second)
  expect(error(30 * second)).toBeLessThanOrEqual(540)
})

test("a local instant is converted to the node's clock, never into the future", () => {
  answer(2 * hour)
  const readAt = Date.now()
  pass(10_000)
  expect(serverNow() - serverTimeAt(readAt)).toBe(10_000_000_000n)
  // our clock was set back: an answer cannot have been read in the future
  expect(serverTimeAt(readAt + day)).toBe(serverNow())
  // some browsers tell fractions of a millisecond
  expect(serverNow() - serverTimeAt(Date.now() - 0.4)).toBe(0n)
})

test('without a readable Date our own clock is used, and it says so', () => {
  recordDate(new Headers(), 0)
  recordDate(new Headers({ Date: 'yesterday' }), 0)
  expect(clockSource()).toBe('local')
  expect(clockOffset()).toBe(0)
  expect(serverNow()).toBe(BigInt(start) * 1_000_000n)
  answer(1000)
  expect(clockSource()).toBe('node')
})
