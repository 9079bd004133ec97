import type { Hono } from 'hono'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Core } from '../../core/core.ts'
import { unavailable } from '../../fault.ts'
import { createNodeService } from '../../http/node-service.ts'
import { listen } from '../../http/listen.ts'
import { type Metrics, onlyLoopbackNames, withMetrics } from '../../http/metrics.ts'
import type { Observe } from '../../http/request-record.ts'
import { trustedProxies } from '../../http/client-address.ts'
import { TokenBuckets } from '../../http/rate-limit.ts'
import { log } from '../../log.ts'
import type { SpamHistories } from '../../core/watch/party-watch.ts'
import type { Db } from '../../database/db.ts'
import { version } from '../../version.ts'
import type { ServeOptions } from '../command-line.ts'

/** How long running responses, and then the database, may take when the service stops. */
const drainMs = 10_000
/** Exports that still run then end with an error as their last line, which needs a moment to arrive. */
const endMs = 8000
const closeMs = 5000
const endingSentence = 'The service is stopping, so this file was given up; ask for it again.'

interface Parts {
  db: Db
  core: Core
  /** Absent where no party is watched. */
  spamWatch: SpamHistories | undefined
  /** Absent without `--metrics`. */
  metrics: Pick<Metrics, 'observe' | 'text'> | undefined
  /** Aborts when the service is to stop. */
  stopping: AbortSignal
}

/** The dashboard in the named folder, else the one beside the built service. Throws a sentence when the named has none. */
function dashboardFolder(named: string | undefined): { dashboard?: string } {
  if (named !== undefined) {
    if (named === '' || !existsSync(join(named, 'index.html')))
      throw new Error(`There is no built dashboard in --dashboard ${named}.`)
    return { dashboard: named }
  }
  const beside = fileURLToPath(new URL('../web/', import.meta.url))
  return existsSync(join(beside, 'index.html')) ? { dashboard: beside } : {}
}

/** Of development and tests: it is built beside the service, from tests/server/support/faults.ts, and no part of it. */
async function faultSwitch(): Promise<(app: Hono) => Hono> {
  const { href } = new URL('./faults.js', import.meta.url)
  return ((await import(href)) as { withFaults: (app: Hono) => Hono }).withFaults
}

function observers(metrics: Pick<Metrics, 'observe'> | undefined): Observe | undefined {
  if (!log.hasRequests) return metrics?.observe
  return (line) => {
    log.request(line)
    metrics?.observe(line)
  }
}

/** Metrics on a port of their own, where `--metrics` names one. */
export async function listenForMetrics(
  { metrics: place }: Pick<ServeOptions, 'metrics'>,
  metrics: Pick<Metrics, 'text'> | undefined,
): Promise<void> {
  if (!metrics || !place || 'path' in place) return
  const app = withMetrics(undefined, metrics, '/metrics')
  const isLoopback = /^127\.|^::1$/.test(place.host)
  const options = { hostOption: '--metrics', portOption: '--metrics' }
  const { url } = await listen(isLoopback ? onlyLoopbackNames(app) : app, place.host, place.port, options)
  log.info(`Metrics are at ${url}/metrics`)
}

/** Serves until `stopping` aborts and running responses have ended. `listening` gets the address. Rejects with a sentence. */
export async function serveUntilStopped(
  options: ServeOptions,
  parts: Parts,
  listening: (url: string) => void,
): Promise<void> {
  const { metrics, stopping, ...rest } = parts
  const ending = new AbortController()
  const service = createNodeService({
    ...rest,
    ...dashboardFolder(options.dashboard),
    isDemo: options.data === undefined && options.database === undefined,
    frameAncestors: options.frameAncestors,
    version,
    withFaults: options.faults ? await faultSwitch() : undefined,
    cacheBytes: options.cacheBytes,
    stopping,
    ending: ending.signal,
    observe: observers(metrics),
    trusted: trustedProxies(options.trustedProxies ?? []),
    rateLimit: options.rateLimit === undefined ? undefined : new TokenBuckets(options.rateLimit),
  })
  const place = options.metrics
  const app = metrics && place && 'path' in place ? withMetrics(service, metrics, place.path) : service
  const { url, stop } = await listen(app, options.host, options.port)
  listening(url)
  if (!stopping.aborted) await once(stopping, 'abort')
  setTimeout(() => ending.abort(unavailable(endingSentence)), endMs).unref()
  await stop(drainMs)
}

/** Closes a database; reports when the process ends before that is done. */
export async function closeDatabase(db: Db, stop: () => Promise<void>): Promise<void> {
  const late = new Promise<'late'>((resolve) => void setTimeout(resolve, closeMs, 'late').unref())
  // A lost database has nothing to close, and its reason is reported already.
  const stopped = stop().catch((error: unknown) => {
    if (db.lost?.aborted !== true) throw error
  })
  if ((await Promise.race([stopped, late])) === 'late') {
    log.error(`The database did not close within ${closeMs / 1000} seconds.`)
  }
}
