// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { rateLimiterOf } from '../../../client/node-rate-limiter.ts'
import { setSpam } from '../../../preferences/set-preferences.ts'
import { preferences } from '../../../preferences/preferences.ts'
import { promptParties } from '../query.ts'
import { gapFor, startPollLoop, type PollLoop } from './poll-loop.ts'

let round = 0
let loop: PollLoop
let asked: { party: string; at: number }[] = []
let answers: (party: string) => Promise<boolean>

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  preferences.reset()
  preferences.set({ node: `https://wall${++round}.example` })
  asked = []
  answers = async () => true
  loop = startPollLoop((party) => {
    asked.push({ party, at: performance.now() })
    return answers(party)
  })
})
afterEach(() => {
  loop.stop()
  vi.useRealTimers()
})

const many = (count: number): string[] => Array.from({ length: count }, (_, index) => `p${index}`)
const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)
/** The most questions in any stretch of so many milliseconds. */
const busiest = (ms: number, of = asked): number =>
  Math.max(0, ...of.map(({ at }) => of.filter((each) => each.at >= at && each.at < at + ms).length))

describe.each([1, 5, 20, 21, 50])('a wall of %d', (count) => {
  test('keeps the rate for ten minutes and polls all parties equally', async () => {
    loop.set(many(count))
    await pass(600_000)
    const first = asked.slice(0, promptParties)
    expect(busiest(1_000)).toBeLessThanOrEqual(first.length + 5)
    expect(busiest(1_000, asked.slice(promptParties))).toBeLessThanOrEqual(5)
    expect(busiest(4_000, asked.slice(promptParties))).toBeLessThanOrEqual(20)
    const times = many(count).map((party) => asked.filter((each) => each.party === party).length)
    expect(Math.max(...times) - Math.min(...times)).toBeLessThanOrEqual(1)
    expect(Math.min(...times)).toBeGreaterThanOrEqual(600_000 / Math.max(10_000, count * 220) - 2)
  })
})

test('a wall of eight or sixteen parties does not wait for its own pace', async () => {
  // The list of parties comes after the page.
  await pass(100)
  loop.set(many(8))
  await pass(400)
  expect(asked.map(({ party }) => party)).toEqual(many(8))
  loop.set(many(16))
  await pass(1_000)
  expect(new Set(asked.map(({ party }) => party))).toEqual(new Set(many(16)))
})

test('twenty parties need no more than two questions a second', async () => {
  loop.set(many(20))
  await pass(10_000)
  asked = []
  await pass(60_000)
  expect(busiest(1_000)).toBeLessThanOrEqual(2)
  expect(gapFor(50, 5_000)).toBe(220)
  expect(gapFor(1, 5_000)).toBe(5_000)
  expect(gapFor(50, 15_000)).toBe(300)
})

test('a preferred party is polled next at an unchanged rate', async () => {
  loop.set(many(50))
  await pass(20_000)
  const before = asked.length
  for (let i = 0; i < 30; i++) loop.prefer('p7')
  await pass(200)
  expect(asked[before]?.party).toBe('p7')
  await pass(10_000)
  expect(busiest(1_000, asked.slice(before))).toBeLessThanOrEqual(5)
})

test('a slow node does not accumulate concurrent requests', async () => {
  answers = () => new Promise((resolve) => setTimeout(() => resolve(true), 30_000))
  loop.set(many(50))
  await pass(29_000)
  expect(asked).toHaveLength(4)
})

test('a tab whose timers run once a minute reads every party each time, and never in a burst', async () => {
  loop.set(many(50))
  await pass(20_000)
  const { setTimeout: prompt } = globalThis
  answers = () => new Promise((resolve) => void prompt(() => resolve(true), 50))
  const held = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((run: () => void, ms = 0) => prompt(run, Math.max(ms, 60_000))) as typeof setTimeout)
  await pass(70_000)
  asked = []
  await pass(60_000)
  held.mockRestore()
  expect(new Set(asked.map(({ party }) => party)).size).toBe(50)
  expect(asked.length).toBeLessThanOrEqual(52)
  asked = []
  await pass(70_000)
  expect(busiest(1_000, asked.slice(50))).toBeLessThanOrEqual(5)
})

test('a party that another tab has just read is not read again', async () => {
  loop.set(many(2))
  await pass(1_000)
  asked = []
  for (let at = 0; at < 20; at += 1) {
    loop.skip('p0')
    await pass(1_000)
  }
  expect(new Set(asked.map(({ party }) => party))).toEqual(new Set(['p1']))
})

test('of fifty parties none is unread for 30 s, so that a ban of 30 s is never missed', async () => {
  setSpam({ poll: 15_000 })
  loop.set(many(50))
  await pass(600_000)
  for (const party of many(50)) {
    const times = asked.filter((each) => each.party === party).map(({ at }) => at)
    const gaps = times.map((at, index) => at - (times[index - 1] ?? at))
    expect(Math.max(...gaps)).toBeLessThan(30_000)
  }
})

test('during a ban by the node nothing is sent; then requests resume without a burst', async () => {
  loop.set(many(50))
  await pass(20_000)
  rateLimiterOf(preferences.get().node).banned(new Headers({ 'Ratelimit-Retry-After': '600' }))
  asked = []
  await pass(599_000)
  expect(asked).toEqual([])
  await pass(20_000)
  expect(asked.length).toBeGreaterThan(0)
  expect(busiest(1_000)).toBeLessThanOrEqual(5)
})

test('paused: each party once, so that the wall is not empty, and then only when preferred', async () => {
  preferences.set({ live: false })
  loop.set(many(3))
  await pass(60_000)
  expect(asked.map(({ party }) => party)).toEqual(many(3))
  loop.prefer('p1')
  await pass(2_000)
  expect(asked).toHaveLength(4)
  preferences.set({ live: true })
  setSpam({ poll: 0 })
  await pass(60_000)
  expect(asked).toHaveLength(4)
})

test('a removed party is no longer polled', async () => {
  loop.set(many(3))
  await pass(20_000)
  loop.set(['p0'])
  asked = []
  await pass(20_000)
  expect(new Set(asked.map(({ party }) => party))).toEqual(new Set(['p0']))
})

test('after failures in a row the node is given time', async () => {
  answers = async () => false
  loop.set(many(50))
  await pass(10_000)
  asked = []
  await pass(20_000)
  expect(asked.length).toBeLessThanOrEqual(11)
})
