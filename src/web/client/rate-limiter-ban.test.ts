import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RateLimiter, RateLimitError } from '../../client/rate-limiter.ts'
import { FakeBrowser, type Lateness } from '../../../tests/web/tabs.ts'

const start = 1_800_000_000_000
beforeEach(() => void vi.useFakeTimers({ now: start }))
afterEach(() => void vi.useRealTimers())

const banLasts = 20_000
/** Storage reaches every tab within this time: to the browser and from there. */
const slowestWrite = 60
const slowest = 2 * slowestWrite

interface Call {
  tab: number
  sentAt: number
  answeredAt: number
  banned: boolean
  /** Whether the tab was there when the answer came. */
  heard: boolean
}

/** A node that bans from its nth request on, and again when it is tried after that, as often as configured. */
class BanningNode {
  readonly calls: Call[] = []
  #banEnds = 0
  #bansLeft: number
  readonly #callsBefore: number

  constructor(callsBefore: number, bans: number) {
    this.#callsBefore = callsBefore
    this.#bansLeft = bans
  }

  async ask(tab: number, took: number): Promise<Headers | undefined> {
    const call: Call = { tab, sentAt: Date.now(), answeredAt: 0, banned: false, heard: false }
    this.calls.push(call)
    if (Date.now() >= this.#banEnds && this.#bansLeft > 0 && this.calls.length > this.#callsBefore) {
      this.#bansLeft -= 1
      this.#banEnds = Date.now() + banLasts
    }
    const left = this.#banEnds - Date.now()
    call.banned = left > 0
    await new Promise((resolve) => setTimeout(resolve, took))
    call.heard = call.answeredAt === 0
    call.answeredAt ||= Date.now()
    // Whole seconds from the response on, rounded up, as the network reports them.
    const seconds = Math.ceil((this.#banEnds - Date.now()) / 1000)
    return call.banned ? new Headers({ 'Ratelimit-Retry-After': String(Math.max(1, seconds)) }) : undefined
  }
}

/** The browser aborts the pending requests of a closed page. */
const hangUp = ({ calls }: BanningNode, tab: number): void => {
  for (const call of calls) if (call.tab === tab) call.answeredAt ||= Date.now()
}

/** A tab that sends requests in a loop, and resumes as soon as a ban has ended. */
async function keepAsking(
  budget: RateLimiter,
  node: BanningNode,
  tab: number,
  next: () => number,
  signal: AbortSignal,
) {
  while (!signal.aborted) {
    try {
      await budget.acquire(signal)
    } catch (reason) {
      if (!(reason instanceof RateLimitError)) return
      await new Promise((resolve) => setTimeout(resolve, Math.max(1, reason.until - Date.now())))
      continue
    }
    const sentAt = Date.now()
    const headers = await node.ask(tab, 20 + next())
    if (signal.aborted) return
    if (headers) budget.banned(headers)
    else budget.accepted(sentAt)
    budget.release()
    await new Promise((resolve) => setTimeout(resolve, 100 + next()))
  }
}

interface World {
  tabs: number
  callsBefore: number
  bans: number
  /** The delays, used in a cycle. */
  storage: number[]
  messages: (number | undefined)[]
  asking: number[]
  /** When tabs are reloaded, counted from the first ban. */
  reloads: { tab: number; at: number }[]
}

const cycle = <Value>(values: readonly Value[]): (() => Value) => {
  let at = 0
  return () => values[at++ % values.length] as Value
}

const world: fc.Arbitrary<World> = fc.record({
  tabs: fc.integer({ min: 2, max: 4 }),
  callsBefore: fc.integer({ min: 0, max: 12 }),
  bans: fc.integer({ min: 1, max: 2 }),
  storage: fc.array(fc.integer({ min: 0, max: slowestWrite }), { minLength: 1, maxLength: 7 }),
  messages: fc.array(fc.option(fc.integer({ min: 0, max: 3000 }), { nil: undefined }), { minLength: 1, maxLength: 7 }),
  asking: fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 7 }),
  reloads: fc.array(fc.record({ tab: fc.integer({ min: 0, max: 3 }), at: fc.integer({ min: 200, max: 30_000 }) }), {
    maxLength: 4,
  }),
})

/** Whether every tab has sent a request since the node answered one after its bans. */
function allGoOn({ calls }: BanningNode, tabs: number): boolean {
  const banned = calls.findLastIndex((call) => call.banned)
  const proven = calls.find((call, index) => index > banned && !call.banned && call.heard)
  const since = calls.filter(({ sentAt }) => proven && sentAt >= proven.answeredAt)
  return new Set(since.map(({ tab }) => tab)).size === tabs
}

async function run({ tabs, callsBefore, bans, storage, messages, asking, reloads }: World): Promise<Call[]> {
  const late: Lateness = { storage: cycle(storage), message: cycle(messages) }
  const browser = new FakeBrowser(late)
  const node = new BanningNode(callsBefore, bans)
  const next = cycle(asking)
  const closers: (() => void)[] = []
  const open = (tab: number): void => {
    const place = browser.open()
    const stop = new AbortController()
    const budget = new RateLimiter({ ...place, random: () => next() / 401 })
    void keepAsking(budget, node, tab, next, stop.signal)
    closers[tab] = () => {
      budget.endTrial() // as the page does when it is left
      stop.abort()
      place.close()
      hangUp(node, tab)
    }
  }
  for (let tab = 0; tab < tabs; tab++) open(tab)
  while (!node.calls.some(({ banned, answeredAt }) => banned && answeredAt > 0)) await vi.advanceTimersByTimeAsync(10)
  for (const { tab, at } of reloads) {
    setTimeout(() => {
      closers[tab % tabs]?.()
      open(tab % tabs)
    }, at)
  }
  const reloaded = Date.now() + Math.max(0, ...reloads.map(({ at }) => at))
  // When a tab is closed while its transaction begins a trial, the trial ends by its timeout.
  const longest = Date.now() + bans * (banLasts + 12_000) + 20_000 + reloads.length * 61_000
  // What follows once every tab asks again proves nothing more.
  while (Date.now() < longest && (Date.now() < reloaded || !allGoOn(node, tabs)))
    await vi.advanceTimersByTimeAsync(1000)
  for (const close of closers) close()
  await vi.advanceTimersByTimeAsync(5000)
  return node.calls
}

test('a tab that writes late what it knew before does not end a ban that another has stored: a new tab keeps it', async () => {
  const browser = new FakeBrowser({ storage: () => 25, message: () => undefined })
  const open = (): RateLimiter => new RateLimiter({ ...browser.open(), random: () => 0.5 })
  const [first, second] = [open(), open()]
  await vi.advanceTimersByTimeAsync(100)
  const until = second.banned(new Headers({ 'Ratelimit-Retry-After': '600' }))
  first.correct(new Headers({ 'Ratelimit-Remaining': '40' }))
  await vi.advanceTimersByTimeAsync(100)
  expect(browser.record?.holds.banned.at).toBe(until)
  const third = open()
  await vi.advanceTimersByTimeAsync(100)
  expect(third.state().bannedUntil).toBe(until)
  await expect(first.acquire()).rejects.toMatchObject({ kind: 'banned', until })
})

test('a ban that reached another tab only by a message is stored by that tab', async () => {
  const browser = new FakeBrowser({ storage: () => 25, message: () => 0 })
  const [first, second] = [browser.open(), browser.open()]
  const [banned, hears] = [first, second].map((tab) => new RateLimiter({ ...tab, random: () => 0.5 })) as [
    RateLimiter,
    RateLimiter,
  ]
  await vi.advanceTimersByTimeAsync(100)
  const until = banned.banned(new Headers({ 'Ratelimit-Retry-After': '600' }))
  await Promise.resolve()
  first.close()
  await vi.advanceTimersByTimeAsync(100)
  expect(hears.state().bannedUntil).toBe(until)
  expect(browser.record?.holds.banned.at).toBe(until)
})

test('a tab that crashes while it tries the node keeps the others waiting for a minute, no longer', async () => {
  const browser = new FakeBrowser()
  const [first, second] = [browser.open(), browser.open()]
  const [crashes, waits] = [first, second].map((tab) => new RateLimiter({ ...tab, random: () => 0 })) as [
    RateLimiter,
    RateLimiter,
  ]
  crashes.refused(new Headers(), Date.now())
  await vi.advanceTimersByTimeAsync(1100)
  const trial = crashes.acquire()
  await vi.advanceTimersByTimeAsync(10)
  await trial
  first.close()
  let entered = false
  void waits.acquire().then(() => (entered = true))
  await vi.advanceTimersByTimeAsync(59_000)
  expect(entered).toBe(false)
  await vi.advanceTimersByTimeAsync(1500)
  expect(entered).toBe(true)
})

test('a ban seen by one tab stops all tabs, with messages late, out of order or lost; then exactly one request is sent', async () => {
  await fc.assert(
    fc.asyncProperty(world, async (given) => {
      const calls = await run(given)
      const seen = calls.filter(({ banned, heard }) => banned && heard)
      // Requests that tabs had sent before the ban could reach them, all in its first moments.
      const [first] = seen.toSorted((a, b) => a.answeredAt - b.answeredAt)
      const reportedAt = (first?.answeredAt ?? 0) + slowest
      const endsAt = (first?.answeredAt ?? 0) + banLasts - 1000
      expect(calls.filter(({ sentAt }) => sentAt > reportedAt && sentAt < endsAt)).toEqual([])
      // The tab that saw the ban itself stops immediately.
      for (const { tab, answeredAt } of seen)
        expect(calls.filter((call) => call.tab === tab && call.sentAt > answeredAt && call.sentAt < endsAt)).toEqual([])

      const after = calls.filter(({ sentAt }) => sentAt >= endsAt)
      const proven = after.find(({ banned, heard }) => !banned && heard)
      expect(proven).toBeDefined()
      const trials = after.filter(({ sentAt }) => sentAt <= (proven?.sentAt ?? 0))
      for (const [index, trial] of trials.entries()) {
        const following = after[index + 1]
        if (following) expect(following.sentAt).toBeGreaterThanOrEqual(trial.answeredAt)
        if (trial.banned && trial.heard)
          expect(following?.sentAt).toBeGreaterThanOrEqual(trial.answeredAt + banLasts - 1000)
      }
      // The rest go on.
      expect(new Set(after.map(({ tab }) => tab)).size).toBe(given.tabs)
    }),
    { numRuns: 30 },
  )
})
