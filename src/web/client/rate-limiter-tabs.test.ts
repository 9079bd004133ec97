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

/** A tab that has been the only one for long enough to take tokens ahead, and has taken some. */
async function openAlone(own: FakeBrowser) {
  const place = own.open()
  const budget = new RateLimiter({ ...place, random: () => 0.5 })
  const update = vi.spyOn(place.store, 'update')
  const send = async (): Promise<void> => {
    const entered = budget.acquire()
    await vi.advanceTimersByTimeAsync(100)
    await entered
    budget.release()
  }
  for (let at = 0; at < 120; at += 1) await send()
  await vi.advanceTimersByTimeAsync(1000)
  await send()
  update.mockClear()
  return { budget, place, send, transactions: () => update.mock.calls.length }
}

test('a tab that is alone asks storage once for the requests of a second, and sends no more than the node allows', async () => {
  const own = new FakeBrowser()
  const { budget, send, transactions } = await openAlone(own)
  for (let at = 0; at < 50; at += 1) await send()
  expect(transactions()).toBeLessThanOrEqual(7)
  expect(budget.state().left).toBeGreaterThanOrEqual(85)
  const { gone, stop } = asking(budget)
  await vi.advanceTimersByTimeAsync(3000)
  stop()
  expect(gone()).toBeLessThanOrEqual(160)
})

test('a second tab is heard at once: the first takes one token at a time from then on, and the second waits for no lease', async () => {
  const own = new FakeBrowser()
  const { send, transactions } = await openAlone(own)
  const second = new RateLimiter({ ...own.open(), random: () => 0.5 })
  const entered = second.acquire()
  await vi.advanceTimersByTimeAsync(60)
  await entered
  const before = transactions()
  for (let at = 0; at < 10; at += 1) await send()
  expect(transactions() - before).toBe(10)
})

test('where messages are lost, a second tab sends nothing while the first would not hear of its ban', async () => {
  const own = new FakeBrowser({ storage: () => 2, message: () => undefined })
  const { budget, send, transactions } = await openAlone(own)
  const second = new RateLimiter({ ...own.open(), random: () => 0.5 })
  let hasEntered = false
  void second.acquire().then(() => (hasEntered = true))
  for (let at = 0; at < 5; at += 1) await send()
  expect([transactions(), hasEntered]).toEqual([0, false])
  await vi.advanceTimersByTimeAsync(700)
  expect(hasEntered).toBe(true)
  const until = second.banned(headers({ 'Ratelimit-Retry-After': '600' }))
  await vi.advanceTimersByTimeAsync(10)
  const refused = budget.acquire().catch((reason: unknown) => reason)
  await vi.advanceTimersByTimeAsync(10)
  expect(await refused).toMatchObject({ kind: 'banned', until })
})

test('tokens that were taken ahead are not used after the node has counted fewer', async () => {
  const { budget, send, transactions } = await openAlone(new FakeBrowser())
  await send()
  expect(transactions()).toBe(0)
  budget.correct(headers({ 'Ratelimit-Remaining': '60' }))
  await vi.advanceTimersByTimeAsync(10)
  expect(transactions()).toBe(1)
  await send()
  expect(transactions()).toBe(2)
})
