import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeBrowser, refusingStore } from '../../../tests/web/tabs.ts'
import { readRecord } from './node-rate-limiter.ts'
import { RateLimitError, RateLimiter } from '../../client/rate-limiter.ts'
import { reserve } from '../../client/shared-record.ts'

/** A tab of `browser`; without one there is no storage and no message from other tabs. */
const open = (browser: FakeBrowser, random = 0.5): RateLimiter =>
  new RateLimiter({ ...browser.open(), random: () => random })
const alone = (random = 0.5): RateLimiter =>
  new RateLimiter({ store: refusingStore, channel: undefined, random: () => random })

const headers = (all: Record<string, string>): Headers => new Headers(all)

/** Whether a promise has settled by now. */
async function settled(promise: Promise<unknown>): Promise<boolean> {
  let done = false
  promise.then(
    () => (done = true),
    () => (done = true),
  )
  await vi.advanceTimersByTimeAsync(0)
  return done
}

async function spend(budget: RateLimiter, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await budget.acquire()
    budget.release()
  }
}

/** The first question after a pause or a ban waits for its turn among all tabs. */
async function goAhead(budget: RateLimiter): Promise<void> {
  const entered = budget.acquire()
  await vi.advanceTimersByTimeAsync(500)
  await entered
}

beforeEach(() => void vi.useFakeTimers({ now: 1_800_000_000_000 }))
afterEach(() => void vi.useRealTimers())

test.each(['Infinity', '0.001', '1e9', 'NaN', '-3'])(
  'a limit of %s from a node neither opens the budget nor closes it',
  async (limit) => {
    const budget = alone()
    budget.correct(headers({ 'Ratelimit-Limit': limit, 'Ratelimit-Remaining': limit }))
    expect(budget.state()).toMatchObject({ left: 100, max: 100 })
    await spend(budget, 100)
    await vi.advanceTimersByTimeAsync(1000)
    expect(budget.state().left).toBe(20)
  },
)

test('the hundred-and-first question waits for a unit to come back', async () => {
  const budget = alone()
  await spend(budget, 100)
  expect(budget.state().left).toBe(0)
  const next = budget.acquire()
  expect(await settled(next)).toBe(false)
  await vi.advanceTimersByTimeAsync(49)
  expect(await settled(next)).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await settled(next)).toBe(true)
})

test('waiting questions go in the order they came and never faster than the node allows', async () => {
  const budget = alone()
  await spend(budget, 100)
  const gone: number[] = []
  const all = Array.from({ length: 40 }, (_, i) => budget.acquire().then(() => gone.push(i)))
  await vi.advanceTimersByTimeAsync(1000)
  expect(gone.length).toBeGreaterThanOrEqual(19)
  expect(gone.length).toBeLessThanOrEqual(20)
  await vi.advanceTimersByTimeAsync(2000)
  await Promise.all(all)
  expect(gone).toEqual([...gone].sort((a, b) => a - b))
})

test('an aborted question leaves the queue at once and spends nothing', async () => {
  const budget = alone()
  await spend(budget, 100)
  const stop = new AbortController()
  const first = budget.acquire(stop.signal)
  const second = budget.acquire()
  stop.abort(new Error('left the page'))
  await expect(first).rejects.toThrow('left the page')
  await vi.advanceTimersByTimeAsync(50)
  expect(await settled(second)).toBe(true)
})

test('a question that is aborted while it waits for a unit gives it back', async () => {
  const budget = alone()
  await spend(budget, 100)
  const stop = new AbortController()
  const first = budget.acquire(stop.signal)
  await vi.advanceTimersByTimeAsync(1)
  stop.abort(new Error('left the page'))
  await expect(first).rejects.toThrow('left the page')
  const second = budget.acquire()
  await vi.advanceTimersByTimeAsync(50)
  expect(await settled(second)).toBe(true)
})

test('a ban that another tab stores while a question waits for a unit stops it', async () => {
  const browser = new FakeBrowser({ storage: () => 0, message: () => undefined })
  const [a, b] = [open(browser), open(browser)]
  a.correct(headers({ 'Ratelimit-Remaining': '0' }))
  await vi.advanceTimersByTimeAsync(1)
  const refusal = a.acquire().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(10)
  b.banned(headers({ 'Retry-After': '600' }))
  await vi.advanceTimersByTimeAsync(200)
  expect(await refusal).toMatchObject({ kind: 'banned' })
})

test("the node's own count lowers the estimate, and its limit sets the refill rate", async () => {
  const budget = alone()
  await spend(budget, 1)
  budget.correct(headers({ 'Ratelimit-Limit': '5', 'Ratelimit-Remaining': '3' }))
  expect(budget.state().left).toBe(3)
  await vi.advanceTimersByTimeAsync(1000)
  expect(budget.state().left).toBe(8)
  budget.correct(headers({ 'Ratelimit-Limit': '5', 'Ratelimit-Remaining': '90' }))
  expect(budget.state().left).toBe(8)
})

test('tabs share one bucket through storage', async () => {
  const browser = new FakeBrowser({ storage: () => 0, message: () => undefined })
  const [a, b] = [open(browser), open(browser)]
  const spent = Promise.all([spend(a, 60), spend(b, 45)])
  await vi.advanceTimersByTimeAsync(500)
  await spent
  a.refresh()
  await vi.advanceTimersByTimeAsync(10)
  expect(a.state().left).toBeLessThanOrEqual(5) // 105 of 100 and those of half a second
})

test('a refusal in one tab holds every tab, even without storage', async () => {
  const browser = new FakeBrowser()
  const [a, b] = [0, 1].map(() => new RateLimiter({ ...browser.open(), store: refusingStore, random: () => 0.5 })) as [
    RateLimiter,
    RateLimiter,
  ]
  const told = vi.fn<() => void>()
  b.subscribe(told)
  await a.acquire()
  const until = a.refused(headers({ 'Ratelimit-Reset': '30' }), Date.now())
  expect(until).toBe(Date.now() + 30_000)
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toHaveBeenCalled()
  await expect(b.acquire()).rejects.toMatchObject({ kind: 'limited', until })
})

test('refusals in a row wait longer, at random, never less than a second', async () => {
  const pauses: number[] = []
  const budget = alone(1)
  for (let i = 0; i < 4; i++) {
    await vi.advanceTimersByTimeAsync(3_600_000)
    await goAhead(budget)
    pauses.push(budget.refused(headers({}), Date.now()) - Date.now())
    budget.release()
  }
  expect(pauses).toEqual([2000, 3000, 5000, 9000])
  expect(alone(0).refused(headers({}), Date.now()) - Date.now()).toBe(1000)
})

test('many questions refused at once count as one refusal', async () => {
  const budget = alone(1)
  const sentAt = Date.now()
  await spend(budget, 10)
  await vi.advanceTimersByTimeAsync(100)
  for (let i = 0; i < 10; i++) budget.refused(headers({}), sentAt)
  expect(budget.state().pausedUntil - Date.now()).toBe(2000)
})

test('an announced ban of months lasts a day, and is not forgotten', () => {
  const budget = alone()
  expect(budget.banned(headers({ 'Retry-After': '9999999' })) - Date.now()).toBe(86_400_000)
  expect(budget.state().bannedUntil - Date.now()).toBe(86_400_000)
})

test('a short pause is waited out', async () => {
  const budget = alone(0)
  budget.refused(headers({}), Date.now())
  const entered = budget.acquire()
  await vi.advanceTimersByTimeAsync(999)
  expect(await settled(entered)).toBe(false)
  await vi.advanceTimersByTimeAsync(500)
  await entered
})

test('an answer to a request from before a pause neither begins another nor shows that the node accepts requests', async () => {
  const budget = alone(1)
  const sentAt = Date.now()
  budget.refused(headers({}), sentAt)
  await vi.advanceTimersByTimeAsync(2500)
  budget.accepted(sentAt)
  expect(budget.state().unproven).toBe(true)
  budget.refused(headers({}), sentAt)
  expect(budget.state().pausedUntil).toBeLessThanOrEqual(Date.now())
})

test('Retry-After is read as seconds and as a date', () => {
  expect(alone().refused(headers({ 'Retry-After': '12' }), Date.now()) - Date.now()).toBe(12_000)
  const date = new Date(Date.now() + 20_000).toUTCString()
  expect(alone().refused(headers({ 'Retry-After': date }), Date.now()) - Date.now()).toBe(20_000)
  expect(alone().refused(headers({ 'Retry-After': 'soon' }), Date.now()) - Date.now()).toBe(1500)
})

test('after a pause a single trial request is sent until the node has answered', async () => {
  const budget = alone(0)
  await budget.acquire()
  budget.refused(headers({}), Date.now())
  budget.release()
  await vi.advanceTimersByTimeAsync(2000)
  await goAhead(budget)
  const second = budget.acquire()
  await vi.advanceTimersByTimeAsync(5000)
  expect(await settled(second)).toBe(false)
  budget.accepted(Date.now())
  budget.release()
  await vi.advanceTimersByTimeAsync(300)
  expect(await settled(second)).toBe(true)
})

test('a late answer from before a pause does not end the trial', async () => {
  const budget = alone(0)
  await budget.acquire()
  const sentAt = Date.now()
  budget.refused(headers({}), sentAt)
  budget.release()
  await vi.advanceTimersByTimeAsync(2000)
  await goAhead(budget)
  budget.accepted(sentAt)
  const second = budget.acquire()
  await vi.advanceTimersByTimeAsync(5000)
  expect(await settled(second)).toBe(false)
})

test('during a ban nothing is sent in any tab, also after a reload, until the ban ends', async () => {
  const browser = new FakeBrowser({ storage: () => 0, message: () => undefined })
  const a = open(browser)
  const until = a.banned(headers({ 'Ratelimit-Retry-After': '600', 'Ratelimit-Reset': '1' }))
  expect(until).toBe(Date.now() + 600_000)
  const reloaded = open(browser)
  await vi.advanceTimersByTimeAsync(599_999)
  await expect(reloaded.acquire()).rejects.toBeInstanceOf(RateLimitError)
  await expect(reloaded.acquire()).rejects.toMatchObject({ kind: 'banned', until })
  await vi.advanceTimersByTimeAsync(1)
  await expect(goAhead(reloaded)).resolves.toBeUndefined()
})

test('a tab opened during a ban sends nothing, though only storage holds the ban', async () => {
  const browser = new FakeBrowser({ storage: () => 20, message: () => undefined })
  const until = open(browser).banned(headers({}))
  await vi.advanceTimersByTimeAsync(100)
  const refused = open(browser)
    .acquire()
    .catch((reason: unknown) => reason)
  await vi.advanceTimersByTimeAsync(100)
  expect(await refused).toMatchObject({ kind: 'banned', until })
})

test('a ban without a length is taken for the usual ten minutes', () => {
  expect(alone().banned(headers({})) - Date.now()).toBe(600_000)
})

test('a clock set back by a day does not silence the dashboard', async () => {
  const browser = new FakeBrowser({ storage: () => 0, message: () => 0 })
  open(browser).banned(headers({}))
  await vi.advanceTimersByTimeAsync(10)
  vi.setSystemTime(Date.now() - 2 * 86_400_000)
  const question = open(browser).acquire()
  await vi.advanceTimersByTimeAsync(100) // one token and its transactions
  expect(await settled(question)).toBe(true)
})

const by = { tab: '', aheadUntil: 0 }

test('a trial is waited for, but not one that was begun before the clock was set back', () => {
  const now = Date.now()
  const never = { at: 0, refusals: 0 }
  const record = {
    bucket: { left: 10, at: now, rate: 20, max: 100 },
    holds: { paused: { at: now - 1000, refusals: 1 }, banned: never, answered: never },
    ...by,
  }
  const own = { tab: '', ahead: 0, unused: 0 }
  expect(reserve({ ...record, trialUntil: now + 30_000 }, 0, now, own)[1]).toMatchObject({ token: false, waitMs: 250 })
  expect(reserve({ ...record, trialUntil: now + 3_600_000 }, 0, now, own)[1]).toMatchObject({ token: true, waitMs: 0 })
})

test('damaged storage is ignored', () => {
  const holds = { paused: { at: 1, refusals: 1 }, banned: { at: 0, refusals: 0 }, answered: { at: 0, refusals: 0 } }
  const bucket = { left: 1, at: 1, rate: 20, max: 100 }
  expect(readRecord({ bucket, holds }, 5)).toEqual({ bucket, holds, trialUntil: 5, ...by })
  expect(readRecord({ bucket, holds }, 'soon')).toEqual({ bucket, holds, trialUntil: 0, ...by })
  expect(readRecord({ bucket: { ...bucket, left: 'many' }, holds }, undefined)).toBeUndefined()
  expect(readRecord(undefined, undefined)).toBeUndefined()
})
