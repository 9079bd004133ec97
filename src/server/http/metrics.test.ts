import { expect, test } from 'vitest'
import type { SpamStatistics } from '../../wire/spam-statistics.ts'
import { verdict } from '../../wire/spam/spam-verdict.ts'
import { serviceMetrics } from './metrics.ts'
import * as metricsRoute from './metrics.ts'
import type { Core } from '../core/core.ts'
import { PartyWatch } from '../core/watch/party-watch.ts'
import { ConnectionQueue } from '../database/connection-queue.ts'
import { party } from '../../../tests/server/support/ids.ts'

const block = { height: '24122', time: '1711843200000000000', state: 'ab' }
const line = {
  requestId: '00',
  operation: 'listCandles',
  method: 'GET',
  status: 200,
  rows: 3,
  bytes: 120,
  ms: 20,
  databaseMs: 15,
}

/** The value of a series in the text, or undefined. */
async function valueOf(
  metrics: { text: () => Promise<{ body: string }> },
  series: string,
): Promise<number | undefined> {
  const { body } = await metrics.text()
  const found = body.split('\n').find((line) => line.startsWith(`${series} `))
  return found === undefined ? undefined : Number(found.slice(series.length + 1))
}

test('requests are counted by operation and status, with their times', async () => {
  const metrics = serviceMetrics({ recentBlock: async () => block })
  metrics.observe(line)
  metrics.observe({ ...line, status: 503 })
  metrics.observe({ ...line, operation: 'exportLedgerEntries', bytes: 5000 })
  expect(await valueOf(metrics, 'lyra_requests_total{operation="listCandles",status="200"}')).toBe(1)
  expect(await valueOf(metrics, 'lyra_requests_total{operation="listCandles",status="503"}')).toBe(1)
  const bucket = 'lyra_request_duration_seconds_bucket{le="0.025",operation="listCandles",status="200"}'
  expect(await valueOf(metrics, bucket)).toBe(1)
  expect(await valueOf(metrics, 'lyra_request_database_seconds_total{operation="listCandles"}')).toBe(0.03)
  expect(await valueOf(metrics, 'lyra_export_bytes_total')).toBe(5000)
})

test('the newest block has its height and its age, and neither where the database does not answer', async () => {
  let answer: typeof block | undefined = block
  const metrics = serviceMetrics({ recentBlock: async () => answer, now: () => 1_711_843_212_500 })
  expect(await valueOf(metrics, 'lyra_block_height')).toBe(24122)
  expect(await valueOf(metrics, 'lyra_block_lag_seconds')).toBe(12.5)
  expect(await valueOf(metrics, 'lyra_database_up')).toBe(1)
  answer = undefined
  expect(await valueOf(metrics, 'lyra_block_height')).toBeUndefined()
  expect(await valueOf(metrics, 'lyra_block_lag_seconds')).toBeUndefined()
  expect(await valueOf(metrics, 'lyra_database_up')).toBe(0)
})

test('each server of the database has its state and its lag, and no lag of the past once it is away', async () => {
  let isAway = false
  const metrics = serviceMetrics({
    recentBlock: async () => block,
    hosts: () => [
      { name: 'db-1:5432', state: 'in use', lag: 0, isStandby: false },
      isAway
        ? { name: 'db-2:5432', state: 'away', isStandby: true }
        : { name: 'db-2:5432', state: 'behind', lag: 14, isStandby: true },
    ],
  })
  const of = (host: string) =>
    Promise.all(
      ['up', 'in_use', 'standby', 'lag_blocks'].map((name) =>
        valueOf(metrics, `lyra_database_host_${name}{host="${host}"}`),
      ),
    )
  expect(await of('db-1:5432')).toEqual([1, 1, 0, 0])
  expect(await of('db-2:5432')).toEqual([1, 0, 1, 14])
  isAway = true
  expect(await of('db-2:5432')).toEqual([0, 0, 1, undefined])
})

test('those who wait for the database are seen, and what was counted never falls', async () => {
  const queue = new ConnectionQueue(1)
  const metrics = serviceMetrics({ recentBlock: async () => block, queues: () => [queue.state('pages')] })
  const leave = await queue.enter()
  const second = queue.enter()
  expect(await valueOf(metrics, 'lyra_database_queue_running{queue="pages"}')).toBe(1)
  expect(await valueOf(metrics, 'lyra_database_queue_waiting{queue="pages"}')).toBe(1)
  expect(await valueOf(metrics, 'lyra_database_queue_total{queue="pages"}')).toBe(1)
  leave()
  ;(await second)()
  expect(await valueOf(metrics, 'lyra_database_queue_waiting{queue="pages"}')).toBe(0)
  expect(await valueOf(metrics, 'lyra_database_queue_total{queue="pages"}')).toBe(2)
  expect(await valueOf(metrics, 'lyra_database_wait_seconds_total{queue="pages"}')).toBeGreaterThan(0)
})

test('what the core node answered, in which time, and how long it is left alone', async () => {
  const answers = new Map([
    ['200', { count: 7, seconds: 0.7 }],
    ['429', { count: 1, seconds: 0.1 }],
  ])
  const metrics = serviceMetrics({ core: { traffic: () => ({ answers, heldMs: 2500 }) } })
  expect(await valueOf(metrics, 'lyra_core_requests_total{answer="429"}')).toBe(1)
  answers.set('429', { count: 3, seconds: 0.2 })
  expect(await valueOf(metrics, 'lyra_core_requests_total{answer="429"}')).toBe(3)
  expect(await valueOf(metrics, 'lyra_core_request_seconds_total{answer="200"}')).toBe(0.7)
  expect(await valueOf(metrics, 'lyra_core_held_seconds')).toBe(2.5)
})

test('cached bodies are counted apart from others', async () => {
  const metrics = serviceMetrics({})
  metrics.observe(line)
  metrics.observe({ ...line, cache: 'miss' })
  metrics.observe({ ...line, cache: 'hit' })
  metrics.observe({ ...line, cache: 'hit' })
  expect(await valueOf(metrics, 'lyra_cache_total{result="hit"}')).toBe(2)
  expect(await valueOf(metrics, 'lyra_cache_total{result="miss"}')).toBe(1)
  expect((await metrics.text()).body).toMatch(/^lyra_build_info\{version="[^"]+",node="v\d+[^"]*"\} 1$/m)
})

/** A watch of one party whose newest statistics are `statistics`; it cannot be read where these are undefined. */
function watching(statistics: SpamStatistics | undefined): PartyWatch {
  const clock = { now: Date.now, sleep: () => Promise.resolve() }
  const watch = new PartyWatch([party.anna], {} as Core, clock, new Map([[party.anna, 'quote "bot"']]))
  watch.verdicts = () => [{ partyId: party.anna, verdict: statistics && verdict(statistics, 0n) }]
  return watch
}

const reading: SpamStatistics = {
  epochSeq: '7',
  transfers: {
    countForEpoch: '3',
    maxForEpoch: '20',
    minTokensRequired: '0',
    bannedUntil: '2026-01-01T00:00:00Z',
  },
  // No time, and the zero of a clock: neither is a ban that an alert could speak of.
  proposals: { countForEpoch: '3', maxForEpoch: '3', minTokensRequired: '0', bannedUntil: 'soon' },
  delegations: { countForEpoch: '0', maxForEpoch: '3', minTokensRequired: '0', bannedUntil: '0001-01-01T00:00:00Z' },
}

test('a watched party has its counters, limits and bans', async () => {
  const metrics = serviceMetrics({ recentBlock: async () => block, spamWatch: watching(reading) })
  const labels = `{party="${party.anna}",counter="transfers"}`
  expect(await valueOf(metrics, `lyra_spam_used${labels}`)).toBe(3)
  expect(await valueOf(metrics, `lyra_spam_max${labels}`)).toBe(20)
  expect(await valueOf(metrics, `lyra_banned_until_seconds${labels}`)).toBe(1_767_225_600)
  expect((await metrics.text()).body).toContain(
    `lyra_watched_party_info{party="${party.anna}",name="quote \\"bot\\""} 1`,
  )
  const stateOf = (counter: string, state: string) =>
    valueOf(metrics, `lyra_spam_state{party="${party.anna}",counter="${counter}",state="${state}"}`)
  expect([await stateOf('transfers', 'banned'), await stateOf('proposals', 'limit')]).toEqual([1, 1])
  for (const counter of ['proposals', 'delegations'])
    expect(
      await valueOf(metrics, `lyra_banned_until_seconds{party="${party.anna}",counter="${counter}"}`),
    ).toBeUndefined()
})

test('a party that cannot be read has no counters of the past, and says so', async () => {
  const metrics = serviceMetrics({ recentBlock: async () => block, spamWatch: watching(undefined) })
  expect(await valueOf(metrics, `lyra_spam_used{party="${party.anna}",counter="transfers"}`)).toBeUndefined()
  expect(await valueOf(metrics, `lyra_spam_reading_failed{party="${party.anna}"}`)).toBe(1)
})

test('the text is what Prometheus reads, at its path only', async () => {
  const app = metricsRoute.withMetrics(undefined, serviceMetrics({ recentBlock: async () => block }), '/metrics')
  const response = await app.request('/metrics')
  expect(response.headers.get('content-type')).toContain('text/plain')
  expect(await response.text()).toContain('nodejs_eventloop_lag_p99_seconds')
  expect((await app.request('/')).status).toBe(404)
})

test('a page of another site cannot read the metrics of this machine by a name that points here', async () => {
  const metrics = { text: () => Promise.resolve({ contentType: 'text/plain', body: 'lyra_spam_used{party="a"} 1' }) }
  const app = metricsRoute.onlyLoopbackNames(metricsRoute.withMetrics(undefined, metrics, '/metrics'))
  const statusOf = async (host: string) => (await app.request(`http://${host}/metrics`)).status
  for (const host of ['localhost:9090', '127.0.0.1:9090', '127.1.2.3', '[::1]:9090', 'LOCALHOST']) {
    expect([host, await statusOf(host)]).toEqual([host, 200])
  }
  for (const host of ['evil.example:9090', '127.0.0.1.evil.example', 'localhost.evil.example', '10.0.0.1', '0.0.0.0']) {
    expect([host, await statusOf(host)]).toEqual([host, 421])
  }
})
