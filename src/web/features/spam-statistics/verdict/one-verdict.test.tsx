// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook } from '@testing-library/react'
import fc from 'fast-check'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runWatch, type WatchParts } from '../../../../server/cli/watch/watch.ts'
import { Json } from '../../../../server/json-text.ts'
import type { Core } from '../../../../server/core/core.ts'
import { serviceMetrics } from '../../../../server/http/metrics.ts'
import { PartyWatch } from '../../../../server/core/watch/party-watch.ts'
import type { Reply } from '../../../../wire/protocol/operation.ts'
import { parseJson } from '../../../../wire/scalar.ts'
import { getSpamStatistics, spamCounters, SpamStatistics } from '../../../../wire/spam-statistics.ts'
import { type SpamVerdict, verdict } from '../../../../wire/spam/spam-verdict.ts'
import { type Gauge, isUnused, noLimit } from '../../../../wire/spam/spam-gauges.ts'
import { unusedWords } from '../sendable-names.ts'
import { partyRecordQuery, useVerdict, withStaleness } from './use-verdict.ts'

type SpamReply = Reply<typeof getSpamStatistics>

const now = Date.parse('2026-03-01T16:00:00Z')
const nowNs = BigInt(now) * 1_000_000n
const party = 'a1'.repeat(32)

beforeEach(() => void vi.useFakeTimers({ now }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** The verdict that a page of the dashboard shows, of a key that the node knows. */
function ofDashboard(statistics: SpamStatistics) {
  const client = new QueryClient()
  client.setQueryData(partyRecordQuery(party).queryKey, true)
  const { result } = renderHook(
    () => useVerdict({ partyId: party, data: { chainId: 'c', statistics }, dataUpdatedAt: now }),
    { wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider> },
  )
  return result.current
}

/** The verdict that the service's watch gives, and the states that its metrics report. */
async function ofService(text: string) {
  const core = { spamStatistics: async () => new Json<SpamReply>(text) } as unknown as Core
  const stop = new AbortController()
  const watch = new PartyWatch([party], core, {
    now: () => now,
    sleep: async () => {
      stop.abort()
      throw new Error('stopped')
    },
  })
  await watch.run(stop.signal)
  const [only] = watch.verdicts()
  const { body } = await serviceMetrics({ recentBlock: async () => undefined, spamWatch: watch }).text()
  const states = body.matchAll(/^lyra_spam_state\{.*counter="(\w+)",state="(\w+)"\} 1$/gm)
  return { verdict: only?.verdict, states: new Map(Array.from(states, ([, name, state]) => [name, state])) }
}

/** What `lyra watch --once --json` prints of a key that the node knows, and its exit status. */
async function ofCommand(text: string) {
  const lines: string[] = []
  const parts = {
    core: {
      spamStatistics: async () => new Json<SpamReply>(text),
      read: async () => ({ parties: { edges: [{ node: { id: party } }] } }),
    },
    clock: {
      now: () => now,
      sleep: (_: number, signal: AbortSignal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('ended')))),
    },
    print: (line: string) => void lines.push(line),
    stopping: new AbortController().signal,
  } as unknown as WatchParts
  const options = { watch: [party], names: new Map<string, string>(), node: '', json: true, once: true }
  const status = await runWatch(options, parts)
  return { status, line: JSON.parse(lines[0] ?? '{}') as Record<string, string> }
}

/** Exit statuses by the worst state; 6 where a state that is not known, or a ban time that cannot be read, may be worse. */
const statusOf = ({ worst, gauges }: SpamVerdict): number => {
  const status = { banned: 5, confirming: 5, limit: 4, near: 3 }[worst as string]
  const isUnread = gauges.some(({ state, unreadableBan }) => state === 'unknown' || unreadableBan !== undefined)
  return status ?? (isUnread ? 6 : 0)
}

async function expectOneVerdict(text: string): Promise<void> {
  const reply = v.parse(getSpamStatistics.reply, parseJson(text))
  const expected = verdict(reply.statistics, nowNs)
  const service = await ofService(text)
  expect(service.verdict).toEqual(expected)
  expect(ofDashboard(reply.statistics)).toEqual(expected)
  expect(service.states).toEqual(new Map(expected.gauges.map(({ name, state }) => [name, state])))
  const { status, line } = await ofCommand(text)
  expect(line['state']).toBe(expected.worst)
  expect(line['counter']).toBe(expected.gauges.find(({ state }) => state === expected.worst)?.name)
  expect(line['text']).toContain(expected.ban ? expected.ban.subject : expected.sentence)
  expect(status).toBe(statusOf(expected))
}

const count = fc.oneof(fc.bigInt({ min: 0n, max: 25n }), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })).map(String)
const bannedUntil = fc.option(
  fc.constantFrom('2026-03-01T15:59:30Z', '2026-03-01T16:00:30.000000001Z', '2016-12-31T23:59:60Z', 'soon', ''),
)
const counter = fc.record({ bannedUntil, countForEpoch: count, maxForEpoch: count, minTokensRequired: count })
const block = fc.record({
  blockHeight: fc.integer({ min: 1, max: 300 }).map(String),
  blockHash: fc.constant('aa'),
  transactionsSeen: fc.nat(5).map(String),
  expectedDifficulty: fc.option(fc.constantFrom('15', '17', '18446744073709551610'), { nil: undefined }),
  hashFunction: fc.constant('sha3_24_rounds'),
  difficulty: fc.constant('15'),
  txPerBlock: fc.constantFrom('1', '2'),
  increasingDifficulty: fc.boolean(),
})
const statistics = fc.record({
  epochSeq: fc.constant('7'),
  ...Object.fromEntries(spamCounters.map((name) => [name, fc.option(counter)])),
  votes: fc.option(
    fc.record({
      bannedUntil,
      maxForEpoch: count,
      statistics: fc.array(
        fc.record({ proposal: fc.constant('p'), countForEpoch: count, minTokensRequired: fc.constant('0') }),
      ),
    }),
  ),
  pow: fc.option(
    fc.record({ bannedUntil, numberOfPastBlocks: fc.constant('100'), blockStates: fc.array(block, { maxLength: 6 }) }),
  ),
})

test('dashboard, service, metrics and command line give one verdict for the same reply', async () => {
  await fc.assert(
    fc.asyncProperty(statistics, (one) => expectOneVerdict(JSON.stringify({ chainId: 'c', statistics: one }))),
    { numRuns: 60 },
  )
})

const corpus = process.env['LYRA_TEST_CORPUS']
test.skipIf(!corpus)('so they do for the recorded replies of a real node', async () => {
  const core = v.parse(
    v.object({ spam: v.record(v.string(), v.unknown()), spamDefault: v.unknown() }),
    JSON.parse(readFileSync(join(corpus ?? '', 'core.json'), 'utf8')),
  )
  const replies = [...Object.values(core.spam), core.spamDefault]
  expect(replies.length).toBeGreaterThan(3)
  for (const reply of replies) await expectOneVerdict(JSON.stringify(reply))
})

const near = (used: string, until: string | null = null): SpamStatistics =>
  v.parse(SpamStatistics, {
    epochSeq: '1',
    transfers: { countForEpoch: used, maxForEpoch: '20', minTokensRequired: '0', bannedUntil: until },
  })

test('old values give no orders: what was derived from them is withdrawn, and the last state is said to be the last', () => {
  const fresh = verdict(near('16'), nowNs)
  expect(withStaleness(fresh, undefined)).toBe(fresh)
  const old = withStaleness(fresh, { cause: 'values', ageMs: 180_000 })
  expect(old).toMatchObject({
    worst: 'stale',
    sentence: 'No advice: values are 3 min old.',
    context: 'The last known state was: Near.',
    ban: undefined,
  })
  expect(new Set(old.gauges.map(({ state }) => state))).toEqual(new Set(['stale']))
  expect(old.gauges.every(({ left }) => left === undefined)).toBe(true)
  const banned = verdict(near('16', '2026-03-01T16:30:00Z'), nowNs)
  expect(
    JSON.stringify(withStaleness(banned, { cause: 'chain', ageMs: 90_000 }), (_, value: unknown) =>
      typeof value === 'bigint' ? '' : value,
    ),
  ).not.toMatch(/left|next|will/i)
})

test('limits of which nothing was used are named when they are old, but not one that allows nothing or everything, or a ban', () => {
  const gauge = { state: 'stale', used: '0', max: '3' } as const
  const old: Gauge[] = [
    { ...gauge, name: 'votes' },
    { ...gauge, name: 'proposals', max: '0' },
    { ...gauge, name: 'delegations', max: String(noLimit) },
    { ...gauge, name: 'transfers', bannedUntil: 1n },
    { ...gauge, name: 'issueSignatures', used: '1' },
    { name: 'nodeAnnouncements', state: 'stale' },
  ]
  expect(unusedWords(old.filter(isUnused))).toBe('3 votes on each proposal')
})
