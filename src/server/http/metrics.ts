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

function queueMetrics({ counter, gauge }: Makers, queues: () => QueueState[]): Update {
  const max = gauge('lyra_database_queue_max', 'Reads of the database that may run at the same time', 'queue')
  const running = gauge('lyra_database_queue_running', 'Reads of the database that run now', 'queue')
  const waiting = gauge('lyra_database_queue_waiting', 'Reads that wait in the queue of the database', 'queue')
  const started = counter('lyra_database_queue_total', 'Reads of the database since the start', 'queue')
  const refused = counter(
    'lyra_database_refused_total',
    'Requests that were refused because the database was busy',
    'queue',
  )
  const waited = counter(
    'lyra_database_wait_seconds_total',
    'Time that reads waited in the queue of the database',
    'queue',
  )
  return () => {
    for (const one of [started, refused, waited]) one.reset()
    for (const { name: queue, ...state } of queues()) {
      max.set({ queue }, state.capacity)
      running.set({ queue }, state.running)
      waiting.set({ queue }, state.waiting)
      started.inc({ queue }, state.started)
      refused.inc({ queue }, state.refused)
      waited.inc({ queue }, state.waitedSeconds)
    }
  }
}

function hostMetrics({ gauge }: Makers, hosts: () => HostState[]): Update {
  const up = gauge('lyra_database_host_up', '1 while a server of the database answers, else 0', 'host')
  const used = gauge('lyra_database_host_in_use', '1 while a server of the database is read, else 0', 'host')
  const standby = gauge('lyra_database_host_standby', '1 for a server that follows another one, else 0', 'host')
  const lag = gauge('lyra_database_host_lag_blocks', 'Blocks that a server is behind; absent without an answer', 'host')
  return () => {
    for (const one of [up, used, standby, lag]) one.reset()
    for (const { name: host, state, isStandby, lag: blocks } of hosts()) {
      up.set({ host }, blocks === undefined ? 0 : 1)
      used.set({ host }, state === 'in use' ? 1 : 0)
      standby.set({ host }, isStandby ? 1 : 0)
      if (blocks !== undefined) lag.set({ host }, blocks)
    }
  }
}

function coreMetrics({ counter, gauge }: Makers, traffic: NonNullable<Core['traffic']>): Update {
  const requestsHelp = 'Requests for the core node by HTTP status; late, unreachable, or held back after a refusal'
  const requests = counter('lyra_core_requests_total', requestsHelp, 'answer')
  const secondsHelp = 'Time of requests for the core node until their end, waiting in the queue included'
  const seconds = counter('lyra_core_request_seconds_total', secondsHelp, 'answer')
  const heldHelp = 'Seconds until the core node is asked again after it limited or banned this service, else 0'
  const held = gauge('lyra_core_held_seconds', heldHelp)
  return () => {
    for (const one of [requests, seconds]) one.reset()
    const { answers, heldMs } = traffic()
    for (const [answer, { count, seconds: sum }] of answers) {
      requests.inc({ answer }, count)
      seconds.inc({ answer }, sum)
    }
    held.set(heldMs / 1000)
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
function notifierMetrics({ counter, gauge }: Makers, notifier: Pick<Notifier, 'counts'>): Update {
  const sentHelp = 'Messages on changes of watched parties that a receiver has accepted'
  const sent = counter('lyra_notify_sent_total', sentHelp, 'receiver')
  const failed = counter('lyra_notify_failed_total', 'Attempts to send a message that failed', 'receiver')
  const waitingHelp = 'Changes of watched parties that have yet to be sent to a receiver'
  const waiting = gauge('lyra_notify_waiting', waitingHelp, 'receiver')
  return () => {
    for (const one of [sent, failed, waiting]) one.reset()
    for (const { label: receiver, ...counts } of notifier.counts()) {
      sent.inc({ receiver }, counts.sent)
      failed.inc({ receiver }, counts.failed)
      waiting.set({ receiver }, counts.waiting)
    }
  }
}

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
export function serviceMetrics({
  recentBlock,
  queues,
  hosts,
  spamWatch,
  notifier,
  core,
  now = Date.now,
}: MetricSources): Metrics {
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
  if (queues) updates.push(queueMetrics(makers, queues))
  if (hosts) updates.push(hostMetrics(makers, hosts))
  if (spamWatch) updates.push(spamMetrics(makers, spamWatch))
  if (notifier) updates.push(notifierMetrics(makers, notifier))
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
