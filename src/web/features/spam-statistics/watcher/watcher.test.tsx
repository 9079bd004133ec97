// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setSpam } from '../../../preferences/set-preferences.ts'
import { preferences } from '../../../preferences/preferences.ts'
import { useCurrentTabState } from '../../../ui/feedback/tab-state.ts'
import { spamStatisticsQuery } from '../query.ts'
import { forgetAlertRecords } from './alerts.ts'
import { watched } from './watched.ts'
import { Watcher } from './watcher.tsx'

const start = 1_800_000_000_000
const key = (at: number): string => at.toString(16).padStart(64, 'a')
let passed = 0
let round = 0
/** Transfers of each party, the second of three; a ban ends `bannedFor` ms after the start. */
let used: Record<string, { count: string; bannedUntil?: string }>
let isDown = false
let shown: string[]

function answer(url: string): Response {
  const party = /\/statistics\/spam\/(\w+)/.exec(url)?.[1]
  const headers = { Date: new Date(start + passed).toUTCString(), 'Content-Type': 'application/json' }
  if (party === undefined) return new Response('{"code":5,"message":"Not Found"}', { status: 404, headers })
  if (isDown) return new Response('{"code":13,"message":"broken"}', { status: 500, headers })
  const { count, bannedUntil } = used[party] ?? { count: '3' }
  const transfers = {
    countForEpoch: count,
    maxForEpoch: '20',
    minTokensRequired: '0',
    ...(bannedUntil && { bannedUntil }),
  }
  return new Response(JSON.stringify({ chainId: 'test', statistics: { epochSeq: '7', transfers } }), { headers })
}

async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 1_000) {
    passed += Math.min(left, 1_000)
    await act(async () => void (await vi.advanceTimersByTimeAsync(Math.min(left, 1_000))))
  }
}

const Tab = () => <output aria-label="tab">{useCurrentTabState()}</output>
const tab = (): string => screen.getByLabelText('tab').textContent

/** A page about something else, on which only the watcher runs. */
async function open(prepare: (queries: QueryClient) => unknown = () => undefined): Promise<void> {
  cleanup()
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  await prepare(queries)
  render(
    <QueryClientProvider client={queries}>
      <Watcher />
      <Tab />
    </QueryClientProvider>,
  )
  await pass(1_000)
}

beforeEach(() => {
  vi.useFakeTimers({ now: start })
  passed = 0
  used = {}
  shown = []
  isDown = false
  preferences.reset()
  preferences.set({ node: `https://watcher${++round}.example`, watched: [key(1)] })
  forgetAlertRecords()
  setSpam({ notify: ['near', 'limit', 'banned'] })
  vi.stubGlobal('fetch', async (url: string) => answer(url))
  vi.stubGlobal(
    'Notification',
    class extends EventTarget {
      static readonly permission = 'granted'
      constructor(_: string, { body }: { body: string }) {
        super()
        shown.push(body)
      }
    },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a watched party that reaches its limit raises an alert on any page', async () => {
  await open()
  used[key(1)] = { count: '20' }
  await pass(6_000)
  expect(shown).toEqual(['Transfers: limit reached (20 of 20)'])
  expect(tab()).toBe('limit')
})

test('the first limit of a party whose page was read before the watcher came is told', async () => {
  const entry = { parties: [key(2)], isSubject: true }
  watched.shown.set([entry])
  await open((queries) => queries.prefetchQuery(spamStatisticsQuery(key(2))))
  used[key(2)] = { count: '20' }
  await pass(6_000)
  watched.shown.set([])
  expect(shown).toEqual(['Transfers: limit reached (20 of 20)'])
})

test('a limit reached while Lyra was closed raises an alert at the first reading', async () => {
  await open()
  await pass(6_000)
  used[key(1)] = { count: '20' }
  await open()
  expect(shown).toEqual(['Transfers: limit reached (20 of 20)'])
  await open()
  expect(shown).toHaveLength(1)
})

test('a ban of 30 s raises an alert though fifty parties are watched', async () => {
  preferences.set({ watched: Array.from({ length: 50 }, (_, at) => key(at)) })
  await open()
  await pass(20_000)
  used[key(42)] = { count: '20', bannedUntil: new Date(start + passed + 30_000).toISOString() }
  await pass(30_000)
  used[key(42)] = { count: '3' }
  expect(shown).toEqual(['Can’t transfer'])
})

test('a failing node is not shown as safe: the tab says that the values are stale', async () => {
  used[key(1)] = { count: '18' }
  await open()
  expect(tab()).toBe('near')
  isDown = true
  await pass(60_000)
  expect(tab()).toBe('stale')
  expect(shown).toEqual([])
})

test('parties of a node that is away are told once as unknown, over a reload, and once when they are known again', async () => {
  preferences.set({ watched: Array.from({ length: 5 }, (_, at) => key(at)) })
  await open()
  await pass(20_000)
  isDown = true
  await pass(110_000)
  expect(shown).toEqual([])
  await pass(60_000)
  expect(shown).toEqual([expect.stringMatching(/^Limits unknown since \d\d:\d\d:\d\d UTC$/)])
  await open()
  await pass(300_000)
  expect(shown).toHaveLength(1)
  isDown = false
  await pass(40_000)
  expect(shown.slice(1)).toEqual(['Limits known again'])
})

test('what failed before the device slept, or while updates are paused, is not told', async () => {
  await open()
  isDown = true
  await pass(40_000)
  vi.setSystemTime(Date.now() + 3_600_000)
  await pass(100_000)
  expect(shown).toEqual([])
  preferences.set({ live: false })
  await pass(300_000)
  expect(shown).toEqual([])
})

test('a reading of one of fifty watched parties observes and tells of no other one again', async () => {
  preferences.set({ watched: Array.from({ length: 50 }, (_, at) => key(at)) })
  let queries = new QueryClient()
  await open((client) => (queries = client))
  await pass(15_000)
  preferences.set({ live: false })
  await pass(2_000)
  const [observed, told] = [vi.spyOn(QueryObserver.prototype, 'setOptions'), vi.fn()]
  const stop = watched.verdicts.subscribe(told)
  const { queryKey } = spamStatisticsQuery(key(7))
  queries.setQueryData(queryKey, queries.getQueryData(queryKey))
  await pass(100)
  stop()
  // The query of the party, and none of its record.
  expect(observed).toHaveBeenCalledTimes(1)
  expect(told).toHaveBeenCalledTimes(1)
  observed.mockRestore()
})

test('without a watched party nothing is read', async () => {
  preferences.set({ watched: [] })
  const fetch = vi.fn(async (url: string) => answer(url))
  vi.stubGlobal('fetch', fetch)
  await open()
  await pass(30_000)
  expect(fetch).not.toHaveBeenCalled()
})
