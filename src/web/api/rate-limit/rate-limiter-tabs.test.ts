import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Budget, type BudgetPlaces } from './rate-limiter.ts'
import { FakeLocks, tabs } from '../testing/tabs.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_800_000_000_000 }))
afterEach(() => void vi.useRealTimers())

const headers = (all: Record<string, string>): Headers => new Headers(all)

/** Asks without end; tells how many questions have gone. */
function asking(budget: Budget): { gone: () => number; stop: () => void } {
  let gone = 0
  const stop = new AbortController()
  const ask = async (): Promise<void> => {
    for (;;) {
      await budget.enter(stop.signal)
      gone += 1
      budget.leave()
    }
  }
  void ask().catch(() => undefined)
  return { gone: () => gone, stop: () => stop.abort() }
}

const browser = (count: number, locks: FakeLocks | null = new FakeLocks()) => {
  const places = tabs(count)
  return {
    places,
    budgets: places.map((place, tab) => {
      const own: BudgetPlaces = { ...place, random: () => 0.5, locks: locks?.of(tab) }
      return new Budget('k', own)
    }),
    close: (tab: number) => {
      places[tab]?.close()
      locks?.close(tab)
    },
  }
}

test('tabs that ask in one moment never spend the same unit, however late storage tells what was written', async () => {
  const { budgets } = browser(3)
  const all = budgets.map(asking)
  const gone = () => all.reduce((sum, tab) => sum + tab.gone(), 0)
  await vi.advanceTimersByTimeAsync(0)
  expect(gone()).toBe(100)
  await vi.advanceTimersByTimeAsync(3000)
  expect(gone()).toBeGreaterThan(155)
  expect(gone()).toBeLessThanOrEqual(160)
  for (const tab of all) expect(tab.gone()).toBeGreaterThan(45) // none of them is left out
})

test('without locks each tab counts by what storage tells', async () => {
  const { budgets } = browser(2, null)
  const all = budgets.map(asking)
  await vi.advanceTimersByTimeAsync(0)
  expect(all.map(({ gone }) => gone())).toEqual([100, 100]) // the reason for locks
})

test('one tab alone asks nobody: its questions go at once', async () => {
  const { budgets, places } = browser(1)
  await vi.advanceTimersByTimeAsync(0)
  const post = vi.spyOn(places[0]?.channel as never, 'postMessage')
  const { gone } = asking(budgets[0] as Budget)
  await vi.advanceTimersByTimeAsync(0)
  expect(gone()).toBe(100)
  expect(post).not.toHaveBeenCalled()
})

test('a tab that is closed while it counts holds up no other', async () => {
  const { budgets, close } = browser(3)
  const all = budgets.map(asking)
  await vi.advanceTimersByTimeAsync(500)
  all[0]?.stop()
  close(0)
  const before = all.map(({ gone }) => gone())
  await vi.advanceTimersByTimeAsync(2000)
  const [, second = 0, third = 0] = all.map(({ gone }, tab) => gone() - (before[tab] ?? 0))
  expect(second + third).toBeGreaterThan(37)
  expect(second + third).toBeLessThanOrEqual(41)
  expect(Math.min(second, third)).toBeGreaterThan(12)
})

test('a tab that counts but does not answer loses the lock after five seconds', async () => {
  const { budgets, places } = browser(2)
  await vi.advanceTimersByTimeAsync(0)
  places[0]?.freeze()
  const { gone } = asking(budgets[1] as Budget)
  await vi.advanceTimersByTimeAsync(4900)
  expect(gone()).toBe(0)
  await vi.advanceTimersByTimeAsync(200)
  expect(gone()).toBeGreaterThanOrEqual(100)
})

test('a page that is put aside lets another count, and counts again when that one is closed', async () => {
  const { budgets, close } = browser(2)
  const [first, second] = budgets as [Budget, Budget]
  await vi.advanceTimersByTimeAsync(0)
  first.rest()
  const { gone, stop } = asking(second)
  await vi.advanceTimersByTimeAsync(0)
  expect(gone()).toBe(100)
  first.wake()
  stop()
  close(1)
  await vi.advanceTimersByTimeAsync(100)
  const again = asking(first)
  await vi.advanceTimersByTimeAsync(1000)
  expect(again.gone()).toBeGreaterThanOrEqual(20)
  expect(again.gone()).toBeLessThanOrEqual(22) // those of the 1.1 seconds since the other spent them all
})

test('what the node counts is heard by the tab that counts, and a refusal holds every tab', async () => {
  const { budgets } = browser(2)
  const [first, second] = budgets as [Budget, Budget]
  await vi.advanceTimersByTimeAsync(0)
  second.correct(headers({ 'Ratelimit-Limit': '5', 'Ratelimit-Remaining': '3' }))
  await vi.advanceTimersByTimeAsync(0)
  expect(Math.floor(first.state().left)).toBe(3)
  await second.enter()
  const until = second.refused(headers({ 'Ratelimit-Reset': '30' }), Date.now())
  await vi.advanceTimersByTimeAsync(0)
  await expect(first.enter()).rejects.toMatchObject({ kind: 'limited', until })
  await expect(second.enter()).rejects.toMatchObject({ kind: 'limited', until })
})

test('a question that is given up while another tab counts leaves at once', async () => {
  const { budgets } = browser(2)
  const [first, second] = budgets as [Budget, Budget]
  const { gone, stop } = asking(first)
  await vi.advanceTimersByTimeAsync(0)
  expect(gone()).toBe(100)
  const left = new AbortController()
  const refused = vi.fn<(reason: unknown) => void>()
  second.enter(left.signal).catch(refused)
  await vi.advanceTimersByTimeAsync(1)
  expect(refused).not.toHaveBeenCalled()
  left.abort(new Error('left the page'))
  await vi.advanceTimersByTimeAsync(0)
  expect(refused).toHaveBeenCalledWith(new Error('left the page'))
  stop()
  await vi.advanceTimersByTimeAsync(200)
  await expect(second.enter()).resolves.toBeUndefined()
})

test('a page that may have no locks counts for itself', async () => {
  const refusing = { request: () => Promise.reject(new DOMException('no', 'SecurityError')) }
  const [place] = tabs(1)
  const budget = new Budget('k', { storage: undefined, channel: place?.channel, random: () => 0.5, locks: refusing })
  const { gone } = asking(budget)
  await vi.advanceTimersByTimeAsync(0)
  expect(gone()).toBe(100)
})
