import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Hono } from 'hono'
import { createApp } from '../http/app.ts'
import type { ServeOptions } from './command-line.ts'
import type { Core } from '../core/core.ts'
import { unavailable } from '../error.ts'
import { listen } from '../http/listen.ts'
import { recentBlockOf } from '../http/block-headers.ts'
import { type Metrics, serviceMetrics } from '../http/observability/metrics.ts'
import { withMetrics } from '../http/observability/metrics-route.ts'
import type { Observe } from '../http/observability/observed.ts'
import { trustedProxies } from '../http/rate-limit/client-address.ts'
import type { RateLimit } from '../http/rate-limit/rate-limit.ts'
import type { MetricsPlace } from './operating-options.ts'
import { log, setLogFormat } from '../log.ts'
import { onSignal } from './signals.ts'
import { type Source, coreOf, openSource } from './source.ts'
import { SpamWatch } from '../spam-history/spam-watch.ts'
import { version } from '../version.ts'

/** How long running responses, and then the database, may take when the service stops. */
const drainMs = 10_000
/** Exports that still run then end with an error as their last line, which needs a moment to arrive. */
const endMs = 8000
const closeMs = 5000
const endingSentence = 'The service is stopping, so this file was given up; ask for it again.'

/** Begins to read the counters of these parties; undefined when there are none. */
function startWatch(parties: readonly string[] = [], core: Core, signal: AbortSignal): SpamWatch | undefined {
  if (parties.length === 0) return undefined
  const clock = { now: Date.now, sleep: (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }) }
  const watch = new SpamWatch(parties, core, clock)
  void watch.run(signal)
  log.info(
    `The spam counters of ${parties.length === 1 ? '1 party' : `${parties.length} parties`} are read every 5 seconds.`,
  )
  return watch
}

/** The dashboard in the named folder, else the one beside the built service. */
function dashboardFolder(named: string | undefined): string | undefined {
  if (named !== undefined) {
    if (!existsSync(join(named, 'index.html'))) throw new Error(`There is no built dashboard in --dashboard ${named}.`)
    return named
  }
  const beside = fileURLToPath(new URL('../web/', import.meta.url))
  return existsSync(join(beside, 'index.html')) ? beside : undefined
}

/** Stops what is served; reports when the process ends before that is done. */
async function close({ db, stop }: Source): Promise<void> {
  const late = new Promise<'late'>((resolve) => void setTimeout(resolve, closeMs, 'late').unref())
  // A lost database has nothing to close, and its reason is reported already.
  const stopped = stop().catch((error: unknown) => {
    if (db.lost?.aborted !== true) throw error
  })
  if ((await Promise.race([stopped, late])) === 'late') {
    log.error(`The database did not close within ${closeMs / 1000} seconds.`)
  }
}

/** Who is told of each request: the log, the metrics, both or nobody. */
function observers(metrics: Metrics | undefined): Observe | undefined {
  if (!log.hasRequests) return metrics?.observe
  return (line) => {
    log.request(line)
    metrics?.observe(line)
  }
}

const rateLimitOf = ({ rateLimit: perSecond, trustedProxies: list = [] }: ServeOptions): RateLimit | undefined =>
  perSecond === undefined ? undefined : { perSecond, trusted: trustedProxies(list) }

/** The service with its metrics at a path, or the service alone while a port of their own has the metrics. */
async function showMetrics(service: Hono, metrics?: Metrics, place?: MetricsPlace): Promise<Hono> {
  if (!metrics || !place) return service
  if ('path' in place) return withMetrics(service, metrics, place.path)
  const { url } = await listen(withMetrics(undefined, metrics, '/metrics'), place.host, place.port)
  log.info(`Metrics are at ${url}/metrics`)
  return service
}

/** `lyra serve`: serves until a signal or the loss of its database. Resolves to the exit status; rejects with a sentence. */
export async function runServe(options: ServeOptions): Promise<number> {
  setLogFormat(options.log)
  const dashboard = dashboardFolder(options.dashboard)
  const stopping = new AbortController()
  const ending = new AbortController()
  // A stop that was asked for is no error, so that it wakes nobody who is told of errors.
  onSignal((signal) => {
    log.info(`Lyra stops: ${signal} was received.`)
    stopping.abort()
  })
  const source = await openSource(options)
  try {
    const { db } = source
    db.lost?.addEventListener('abort', () => {
      log.error(`Lyra stops: ${String(db.lost?.reason)}`)
      stopping.abort()
    })
    const core = coreOf(source, options.core)
    const { signal } = stopping
    // A running demo watches its named parties, so that its first page has rates at once.
    const named = options.demo.frozen === true ? undefined : core.knownParties?.()
    const watched = options.watch ?? named?.parties.map(({ partyId }) => partyId)
    const spamWatch = startWatch(watched, core, signal)
    const { faults, cacheBytes } = options
    const parts = { db, core, spamWatch, version, faults, cacheBytes, stopping: signal, ending: ending.signal }
    const metrics = options.metrics && serviceMetrics({ recentBlock: recentBlockOf(db), queues: db.queues, spamWatch })
    const observe = observers(metrics)
    const rateLimit = rateLimitOf(options)
    const service = createApp({ ...parts, observe, rateLimit, ...(dashboard ? { dashboard } : {}) })
    const app = await showMetrics(service, metrics, options.metrics)
    const { url, stop } = await listen(app, options.host, options.port)
    log.info(`Lyra serves ${source.name} at ${url}`)
    if (!signal.aborted) await once(signal, 'abort')
    setTimeout(() => ending.abort(unavailable(endingSentence)), endMs).unref()
    await stop(drainMs)
  } finally {
    await close(source)
  }
  return source.db.lost?.aborted ? 1 : 0
}
