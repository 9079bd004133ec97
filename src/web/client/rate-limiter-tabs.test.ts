import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeBrowser, refusingStore } from '../../../tests/web/tabs.ts'
import { RateLimiter } from '../../client/rate-limiter.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_800_000_000_000 }))
afterEach(() => void vi.useRealTimers())

const headers = (all: Record<string, string>): Headers => new Headers(all)

/** Sends requests in a loop and counts those that were sent. */
function asking(budget: RateLimiter): { gone: () => number; stop: () => void } {
  let gone = 0
  const stop = new AbortController()
  const ask = async (): Promise<void> => {
    for (;;) {
      await budget.acquire(stop.signal)
      gone += 1
      budget.release()
    }
  }
  void ask().catch(() => undefined)
  return { gone: () => gone, stop: () => stop.abort() }
}

const browser = (count: number) => {
  const own = new FakeBrowser()
  const places = Array.from({ length: count }, () => own.open())
  return { own, places, budgets: places.map((place) => new RateLimiter({ ...place, random: () => 0.5 })) }
}

test('tabs that ask in one moment never spend the same token, however late storage answers', async () => {
  const { budgets } = browser(3)
  const all = budgets.map(asking)
  const gone = () => all.reduce((sum, tab) => sum + tab.gone(), 0)
  await vi.advanceTimersByTimeAsync(200)
  expect(gone()).toBeGreaterThanOrEqual(100)
  expect(gone()).toBeLessThanOrEqual(104)
  await vi.advanceTimersByTimeAsync(2800)
  expect(gone()).toBeGreaterThan(155)
  expect(gone()).toBeLessThanOrEqual(160)
  for (const tab of all) expect(tab.gone()).toBeGreaterThan(45) // none of them is left out
})

test('without storage each tab limits itself and merges what other tabs broadcast', async () => {
  const { places } = browser(2)
  const budgets = places.map((place) => new RateLimiter({ ...place, store: refusingStore, random: () => 0.5 }))
  const all = budgets.map(asking)
  await vi.advanceTimersByTimeAsync(0)
  for (const tab of all) expect(tab.gone()).toBeLessThanOrEqual(100)
  await vi.advanceTimersByTimeAsync(1000)
  for (const tab of all) expect(tab.gone()).toBeLessThanOrEqual(120)
  expect(Math.min(...all.map(({ gone }) => gone()))).toBeGreaterThan(0)
})

test('when a tab is closed the others get all refilled tokens', async () => {
  const { budgets, places } = browser(3)
  const all = budgets.map(asking)
  await vi.advanceTimersByTimeAsync(500)
  all[0]?.stop()
  places[0]?.close()
  const before = all.map(({ gone }) => gone())
  await vi.advanceTimersByTimeAsync(2000)
  const [, second = 0, third = 0] = all.map(({ gone }, tab) => gone() - (before[tab] ?? 0))
  expect(second + third).toBeGreaterThan(37)
  expect(second + third).toBeLessThanOrEqual(41)
  expect(Math.min(second, third)).toBeGreaterThan(12)
})

test('a page that was put aside knows what others spent meanwhile', async () => {
  const { budgets } = browser(2)
  const [first, second] = budgets as [RateLimiter, RateLimiter]
  await vi.advanceTimersByTimeAsync(10)
  first.endTrial()
  const { gone, stop } = asking(second)
  await vi.advanceTimersByTimeAsync(1000)
  expect(gone()).toBeGreaterThanOrEqual(115)
  stop()
  first.refresh()
  const again = asking(first)
  await vi.advanceTimersByTimeAsync(1000)
  expect(again.gone()).toBeGreaterThanOrEqual(18)
  expect(again.gone()).toBeLessThanOrEqual(22)
})

test('every tab knows what the node counts, and a refusal pauses every tab', async () => {
  const { budgets } = browser(2)
  const [first, second] = budgets as [RateLimiter, RateLimiter]
  await vi.advanceTimersByTimeAsync(10)
  second.correct(headers({ 'Ratelimit-Limit': '5', 'Ratelimit-Remaining': '3' }))
  await vi.advanceTimersByTimeAsync(10)
  expect(Math.floor(first.state().left)).toBe(3)
  const until = second.refused(headers({ 'Ratelimit-Reset': '30' }), Date.now())
  await vi.advanceTimersByTimeAsync(0)
  await expect(first.acquire()).rejects.toMatchObject({ kind: 'limited', until })
  await expect(second.acquire()).rejects.toMatchObject({ kind: 'limited', until })
})

test('an answer that tells nothing new of the limit costs no second transaction and no message', async () => {
  const own = new FakeBrowser()
  const { store, channel } = own.open()
  const [update, post] = [vi.spyOn(store, 'update'), vi.spyOn(channel, 'postMessage')]
  const budget = new RateLimiter({ store, channel, random: () => 0.5 })
  const request = async (answer: Record<string, string>): Promise<void> => {
    const entered = budget.acquire()
    await vi.advanceTimersByTimeAsync(100)
    await entered
    update.mockClear()
    post.mockClear()
    budget.correct(headers(answer))
    budget.release()
  }
  await request({ 'Ratelimit-Limit': '20', 'Ratelimit-Remaining': '99' })
  expect([update, post].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  for (const answer of [
    { 'Ratelimit-Remaining': '97' },
    { 'Ratelimit-Limit': '10' },
    { 'Ratelimit-Remaining': '30' },
  ]) {
    await request(answer)
    expect(update).toHaveBeenCalledTimes(1)
  }
  // Where less than half is left, each count is shared as it comes.
  await request({ 'Ratelimit-Remaining': '29' })
  expect(update).toHaveBeenCalledTimes(1)
})

test('a request that is aborted while it waits for a token that another tab has used leaves at once', async () => {
  const { budgets } = browser(2)
  const [first, second] = budgets as [RateLimiter, RateLimiter]
  const { gone, stop } = asking(first)
  await vi.advanceTimersByTimeAsync(420)
  expect(gone()).toBeGreaterThanOrEqual(100)
  const left = new AbortController()
  const refused = vi.fn<(reason: unknown) => void>()
  second.acquire(left.signal).catch(refused)
  await vi.advanceTimersByTimeAsync(1)
  expect(refused).not.toHaveBeenCalled()
  left.abort(new Error('left the page'))
  await vi.advanceTimersByTimeAsync(0)
  expect(refused).toHaveBeenCalledWith(new Error('left the page'))
  stop()
  const entered = second.acquire()
  await vi.advanceTimersByTimeAsync(200)
  await expect(entered).resolves.toBeUndefined()
})

test('a page that may store nothing limits itself', async () => {
  const budget = new RateLimiter({ store: refusingStore, channel: undefined, random: () => 0.5 })
  const { gone } = asking(budget)
  await vi.advanceTimersByTimeAsync(0)
  expect(gone()).toBe(100)
})

test('what a tab spends is told to the others twice a second, not for each request, and a ban at once', async () => {
  const { budgets, places } = browser(2)
  const [first, second] = budgets as [RateLimiter, RateLimiter]
  await vi.advanceTimersByTimeAsync(1000)
  const told = vi.spyOn(places[0]!.channel, 'postMessage')
  for (let at = 0; at < 20; at += 1) {
    await Promise.all([first.acquire(), vi.advanceTimersByTimeAsync(100)])
    first.release()
  }
  expect(told.mock.calls.length).toBeLessThanOrEqual(5)
  const until = first.banned(headers({ 'Ratelimit-Retry-After': '600' }))
  await vi.advanceTimersByTimeAsync(0)
  expect(second.state().bannedUntil).toBe(until)
})
