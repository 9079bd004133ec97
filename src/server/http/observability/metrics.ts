import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { RequestLine } from '../../log.ts'
import type { RecentBlock } from '../block-headers.ts'
import { openStreams } from '../../questions/candles/candle-stream.ts'
import { version } from '../../version.ts'
import type { Core } from '../../core/core.ts'
import { type Update, blockMetrics, coreMetrics, hostMetrics, queueMetrics, spamMetrics } from './gauges.ts'
import type { SpamWatch } from '../../spam-history/spam-watch.ts'
import type { HostState, QueueState } from '../../database/db.ts'

/** What the metrics are read from when somebody asks for them. */
export interface MetricSources {
  recentBlock?: RecentBlock | undefined
  queues?: (() => QueueState[]) | undefined
  /** The servers of a database that has several. */
  hosts?: (() => HostState[]) | undefined
  spamWatch?: SpamWatch | undefined
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

function requestMetrics(registry: Registry): (line: RequestLine) => void {
  const registers = [registry]
  const labelNames = ['operation', 'status'] as const
  const requests = new Counter({
    name: 'lyra_requests_total',
    help: 'Requests by operation and HTTP status',
    labelNames,
    registers,
  })
  const seconds = new Histogram({
    name: 'lyra_request_duration_seconds',
    help: 'Time from the arrival of a request to its last byte, by operation and HTTP status',
    labelNames,
    buckets: durationBuckets,
    registers,
  })
  const database = new Counter({
    name: 'lyra_request_database_seconds_total',
    help: 'Time that requests spent on reads of the database, waiting included, by operation',
    labelNames: ['operation'] as const,
    registers,
  })
  const exported = new Counter({
    name: 'lyra_export_bytes_total',
    help: 'Bytes of ledger exports that were sent, compressed where the reader asked for it',
    registers,
  })
  const bodies = new Counter({
    name: 'lyra_cache_total',
    help: 'Requests whose body may be kept: hit where it was, else miss',
    labelNames: ['result'] as const,
    registers,
  })
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
  core,
  now = Date.now,
}: MetricSources): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const observe = requestMetrics(registry)
  const updates: Update[] = []
  const build = { name: 'lyra_build_info', help: '1, with the versions of Lyra and Node', registers: [registry] }
  new Gauge({ ...build, labelNames: ['version', 'node'] as const }).set({ version, node: process.version }, 1)
  const streams = { name: 'lyra_candle_streams', help: 'Streams of candles that are open', registers: [registry] }
  const open = new Gauge(streams)
  updates.push(() => open.set(openStreams()))
  if (core?.traffic) updates.push(coreMetrics(registry, core.traffic))
  if (recentBlock) updates.push(blockMetrics(registry, recentBlock, now))
  if (queues) updates.push(queueMetrics(registry, queues))
  if (hosts) updates.push(hostMetrics(registry, hosts))
  if (spamWatch) updates.push(spamMetrics(registry, spamWatch))
  return {
    observe,
    async text() {
      for (const update of updates) await update()
      return { contentType: registry.contentType, body: await registry.metrics() }
    },
    names: () => registry.getMetricsAsArray().map(({ name }) => name),
  }
}
