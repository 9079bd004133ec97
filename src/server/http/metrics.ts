import { Hono } from 'hono'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Core } from '../core/core.ts'
import type { HostState, QueueState } from '../database/db.ts'
import type { RequestLine } from '../log.ts'
import { openStreams } from '../questions/candles/candle-stream.ts'
import type { Notifier } from '../core/notify/notifier.ts'
import type { PartyWatch } from '../core/watch/party-watch.ts'
import { version } from '../version.ts'
import type { RecentBlock } from '../database/chain.ts'

/** Brings metrics up to date before they are read, all at the same moment. */
type Update = () => void | Promise<void>

/** Makes metrics of a registry: by their name, what it says, and the names of their labels. */
export function metricMakers(registry: Registry) {
  const registers = [registry]
  return {
    counter: <Label extends string = never>(name: string, help: string, ...labelNames: Label[]): Counter<Label> =>
      new Counter({ name, help, labelNames, registers }),
    gauge: <Label extends string = never>(name: string, help: string, ...labelNames: Label[]): Gauge<Label> =>
      new Gauge({ name, help, labelNames, registers }),
  }
}
type Makers = ReturnType<typeof metricMakers>

/** A metric: what kind it is, its name, and what it says. */
type Metric = readonly [kind: keyof Makers, name: string, help: string]

/** Metrics of things that have names, each of its value in what `read` gives: one that is gone, or has no value, has none. */
function namedMetrics<Value extends string>(
  makers: Makers,
  label: string,
  metrics: Readonly<Record<Value, Metric>>,
  read: () => Iterable<readonly [name: string, values: Readonly<Partial<Record<NoInfer<Value>, number | undefined>>>]>,
): () => void {
  const made = Object.entries<Metric>(metrics).map(([value, [kind, name, help]]) => {
    const metric = kind === 'gauge' ? makers.gauge(name, help, label) : makers.counter(name, help, label)
    return [value as Value, metric] as const
  })
  return () => {
    for (const [, metric] of made) metric.reset()
    for (const [name, values] of read())
      for (const [value, metric] of made) {
        const number = values[value]
        if (number !== undefined) metric.inc({ [label]: name }, number)
      }
  }
}

const ofQueue = {
  capacity: ['gauge', 'lyra_database_queue_max', 'Reads of the database that may run at the same time'],
  running: ['gauge', 'lyra_database_queue_running', 'Reads of the database that run now'],
  waiting: ['gauge', 'lyra_database_queue_waiting', 'Reads that wait in the queue of the database'],
  started: ['counter', 'lyra_database_queue_total', 'Reads of the database since the start'],
  refused: ['counter', 'lyra_database_refused_total', 'Requests that were refused because the database was busy'],
  waitedSeconds: ['counter', 'lyra_database_wait_seconds_total', 'Time that reads waited in the queue of the database'],
} as const

const ofHost = {
  up: ['gauge', 'lyra_database_host_up', '1 while a server of the database answers, else 0'],
  used: ['gauge', 'lyra_database_host_in_use', '1 while a server of the database is read, else 0'],
  standby: ['gauge', 'lyra_database_host_standby', '1 for a server that follows another one, else 0'],
  lag: ['gauge', 'lyra_database_host_lag_blocks', 'Blocks that a server is behind; absent without an answer'],
} as const

const hostValues = ({ name, state, isStandby, lag }: HostState) =>
  [name, { up: Number(lag !== undefined), used: Number(state === 'in use'), standby: Number(isStandby), lag }] as const

const answersHelp = 'Requests for the core node by HTTP status; late, unreachable, or held back after a refusal'
const secondsHelp = 'Time of requests for the core node until their end, waiting in the queue included'
const ofAnswer = {
  count: ['counter', 'lyra_core_requests_total', answersHelp],
  seconds: ['counter', 'lyra_core_request_seconds_total', secondsHelp],
} as const

function coreMetrics(makers: Makers, traffic: NonNullable<Core['traffic']>): Update {
  const answers = namedMetrics(makers, 'answer', ofAnswer, () => traffic().answers)
  const heldHelp = 'Seconds until the core node is asked again after it limited or banned this service, else 0'
  const held = makers.gauge('lyra_core_held_seconds', heldHelp)
  return () => {
    answers()
    held.set(traffic().heldMs / 1000)
  }
}

/** Without an answer of the database there is no height, and no old one in its place. */
function blockMetrics({ gauge }: Makers, recentBlock: RecentBlock, now: () => number): Update {
  const height = gauge('lyra_block_height', 'Height of the newest stored block')
  const lag = gauge('lyra_block_lag_seconds', 'Age of the newest stored block by the clock of this machine')
  const up = gauge('lyra_database_up', '1 when the database answered for these metrics, else 0')
  return async () => {
    const block = await recentBlock()
    for (const one of [height, lag]) one.remove()
    up.set(block === undefined ? 0 : 1)
    if (!block) return
    height.set(Number(block.height))
    lag.set((now() - Number(BigInt(block.time) / 1_000_000n)) / 1000)
  }
}

/** Readings that are no longer renewed are left out: an alert on them would be about the past. */
function spamMetrics({ gauge }: Makers, spamWatch: PartyWatch): Update {
  const limit = ['party', 'counter'] as const
  const used = gauge('lyra_spam_used', 'Transactions of a kind that a party has sent in the epoch', ...limit)
  const max = gauge('lyra_spam_max', 'Transactions of a kind that a party may send in the epoch', ...limit)
  const bannedHelp = 'Until when a party is banned, Unix seconds; absent without a ban'
  const banned = gauge('lyra_banned_until_seconds', bannedHelp, ...limit)
  const stateHelp = '1 for the state of each limit of a watched party: ok, watch, near, limit, banned, confirming, ...'
  const state = gauge('lyra_spam_state', stateHelp, ...limit, 'state')
  const failedHelp = '1 while the counters of a watched party cannot be read, else 0'
  const failed = gauge('lyra_spam_reading_failed', failedHelp, 'party')
  const nameHelp = '1 for each watched party that has a name, to join it to the other metrics of the party'
  const name = gauge('lyra_watched_party_info', nameHelp, 'party', 'name')
  for (const [party, named] of spamWatch.names) name.set({ party, name: named }, 1)
  return () => {
    for (const one of [used, max, banned, state, failed]) one.reset()
    for (const { partyId: party, verdict } of spamWatch.verdicts()) {
      failed.set({ party }, verdict ? 0 : 1)
      if (!verdict) continue
      for (const limit of verdict.gauges) {
        const counter = limit.name
        state.set({ party, counter, state: limit.state }, 1)
        const ban = limit.bannedUntil ?? limit.endedBan
        if (ban !== undefined) banned.set({ party, counter }, Number(ban / 1_000_000n) / 1000)
        // Proof of work is counted in a rolling window, not in the epoch.
        if (counter === 'pow' || limit.used === undefined || limit.max === undefined) continue
        used.set({ party, counter }, Number(limit.used))
        max.set({ party, counter }, Number(limit.max))
      }
    }
  }
}

/** What is sent to the receivers of changes, who are named by their hosts alone. */
const ofReceiver = {
  sent: ['counter', 'lyra_notify_sent_total', 'Messages on changes of watched parties that a receiver has accepted'],
  failed: ['counter', 'lyra_notify_failed_total', 'Attempts to send a message that failed'],
  waiting: ['gauge', 'lyra_notify_waiting', 'Changes of watched parties that have yet to be sent to a receiver'],
} as const

export interface MetricSources {
  recentBlock?: RecentBlock | undefined
  queues?: (() => QueueState[]) | undefined
  /** The servers of a database that has several. */
  hosts?: (() => HostState[]) | undefined
  spamWatch?: PartyWatch | undefined
  notifier?: Pick<Notifier, 'counts'> | undefined
  core?: Pick<Core, 'traffic'> | undefined
  /** Unix milliseconds; for tests. */
  now?: () => number
}

export interface Metrics {
  observe: (line: RequestLine) => void
  text: () => Promise<{ contentType: string; body: string }>
  names: () => string[]
}

/** From a page of a small list to an export of hours. */
const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120]

function requestMetrics(registry: Registry, { counter }: Makers): (line: RequestLine) => void {
  const labelNames = ['operation', 'status'] as const
  const requests = counter('lyra_requests_total', 'Requests by operation and HTTP status', ...labelNames)
  const seconds = new Histogram({
    name: 'lyra_request_duration_seconds',
    help: 'Time from the arrival of a request to its last byte, by operation and HTTP status',
    labelNames,
    buckets: durationBuckets,
    registers: [registry],
  })
  const databaseHelp = 'Time that requests spent on reads of the database, waiting included, by operation'
  const database = counter('lyra_request_database_seconds_total', databaseHelp, 'operation')
  const exportedHelp = 'Bytes of ledger exports that were sent, compressed where the reader asked for it'
  const exported = counter('lyra_export_bytes_total', exportedHelp)
  const bodiesHelp = 'Requests whose body may be kept: hit where it was, else miss'
  const bodies = counter('lyra_cache_total', bodiesHelp, 'result')
  return ({ operation, status, ms, databaseMs, bytes, cache }) => {
    if (cache) bodies.inc({ result: cache })
    const labels = { operation, status: String(status) }
    requests.inc(labels)
    // Following a stream lasts as long as the reader likes, which is no measure of the service.
    if (operation !== 'streamCandles') seconds.observe(labels, ms / 1000)
    database.inc({ operation }, databaseMs / 1000)
    if (operation === 'exportLedgerEntries') exported.inc(bytes)
  }
}

/** The metrics of one service. Those of the process and its event loop have the names that prom-client gives them. */
export function serviceMetrics(sources: MetricSources): Metrics {
  const { recentBlock, queues, hosts, spamWatch, notifier, core, now = Date.now } = sources
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const makers = metricMakers(registry)
  const { gauge } = makers
  const observe = requestMetrics(registry, makers)
  const build = gauge('lyra_build_info', '1, with the versions of Lyra and Node', 'version', 'node')
  build.set({ version, node: process.version }, 1)
  const open = gauge('lyra_candle_streams', 'Streams of candles that are open')
  const updates: Update[] = [() => open.set(openStreams())]
  if (core?.traffic) updates.push(coreMetrics(makers, core.traffic))
  if (recentBlock) updates.push(blockMetrics(makers, recentBlock, now))
  if (queues)
    updates.push(namedMetrics(makers, 'queue', ofQueue, () => queues().map((queue) => [queue.name, queue] as const)))
  if (hosts) updates.push(namedMetrics(makers, 'host', ofHost, () => hosts().map(hostValues)))
  if (spamWatch) updates.push(spamMetrics(makers, spamWatch))
  const receivers = () => notifier?.counts().map((counts) => [counts.label, counts] as const) ?? []
  if (notifier) updates.push(namedMetrics(makers, 'receiver', ofReceiver, receivers))
  return {
    observe,
    async text() {
      for (const update of updates) await update()
      return { contentType: registry.contentType, body: await registry.metrics() }
    },
    names: () => registry.getMetricsAsArray().map(({ name }) => name),
  }
}

const isLoopbackName = (host: string): boolean => /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/i.test(host)

/**
 * The app of a loopback address, for requests that name such an address: a page of another site, whose name may be made to
 * point at this machine (DNS rebinding), cannot read what is meant for this machine alone.
 */
export function onlyLoopbackNames(app: Hono): Hono {
  const front = new Hono()
  front.all('*', ({ req: { raw }, env }) =>
    isLoopbackName(new URL(raw.url).hostname)
      ? app.fetch(raw, env)
      : new Response('This address answers only by a name of this machine, such as localhost.', { status: 421 }),
  )
  return front
}

/** Answers the metrics at one path; `app` is the service, or nothing on a port of their own. */
export function withMetrics(app: Hono | undefined, metrics: Pick<Metrics, 'text'>, path: string): Hono {
  const front = new Hono()
  front.get(path, async () => {
    const { contentType, body } = await metrics.text()
    return new Response(body, { headers: { 'Content-Type': contentType, 'Cache-Control': 'no-store' } })
  })
  if (app) front.all('*', ({ req: { raw }, env }) => app.fetch(raw, env))
  return front
}
