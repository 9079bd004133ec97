import { Hono } from 'hono'
import type { AnyOperation } from '../../wire/protocol/operation.ts'
import { type Operations, allOperations, operations, servicePaths } from '../../wire/operations.ts'
import { type RateLimit, limitRequests } from './rate-limit.ts'
import { recentBlockOf } from '../database/chain.ts'
import { routeCandleStream } from './candle-stream.ts'
import type { Core } from '../core/core.ts'
import { routeExport } from './export.ts'
import { CachedBodies } from './cached-bodies.ts'
import { fallbackRoute, type Files } from './failure.ts'
import { countedDb } from './request-record.ts'
import { openApi } from './openapi/openapi.ts'
import { candleStreams } from '../questions/candles/candle-stream.ts'
import { candleIntervals, candles } from '../questions/candles/candles.ts'
import { exportLedger } from '../questions/ledger-export/ledger-export.ts'
import * as network from '../questions/network/network.ts'
import { liquidityProviders } from '../questions/liquidity-providers/liquidity-providers.ts'
import { marginModes } from '../questions/margin-modes.ts'
import { refereeHistory } from '../questions/referee-history.ts'
import { knownParties } from '../questions/known-parties.ts'
import { spamHistory } from '../questions/spam-history.ts'
import { spamStatistics } from '../questions/spam-statistics.ts'
import type { Handler } from '../questions/handler.ts'
import { type ConnectionOf, type Services, route } from './route.ts'
import type { SpamHistories } from '../core/watch/party-watch.ts'
import type { Db, HostState } from '../database/db.ts'
import { readLostParts } from '../database/missing-parts.ts'
import { transport } from './transport.ts'
import { RecentRead } from '../recent-read.ts'

export interface ServiceOptions {
  db: Db
  core: Core
  /** Reads the counters of watched parties; absent where none is watched. */
  spamWatch?: SpamHistories | undefined
  /** The dashboard; without it the service answers the interface alone. */
  files?: Files | undefined
  /** Bytes that finished bodies may take; none are kept without it. */
  cacheBytes?: number | undefined
  /** Reported in `X-Lyra` and in the OpenAPI document. */
  version?: string
  /** How often one address may ask; without it as often as it likes. */
  rateLimit?: RateLimit | undefined
  /** The line that a request comes over; absent where there are no lines. */
  connectionOf?: ConnectionOf | undefined
  /** Reads of a request are added to its record. */
  isCounted?: boolean
  /** Aborts when the service stops: endless responses end then. */
  stopping?: AbortSignal
  /** Aborts when the service ends, with the message that readers of files get. */
  ending?: AbortSignal
}

/** A handler of JSON replies, or what registers another kind of route. */
type Served<Op extends AnyOperation> = Handler<Op> | { register: (app: Hono, services: Services) => void }

/** What serves each operation of `wire/operations.ts`; an operation without an entry here is a type error. */
const routes: {
  readonly [Q in keyof Operations]: {
    readonly [Name in keyof Operations[Q]]: Served<Extract<Operations[Q][Name], AnyOperation>>
  }
} = {
  'ledger-export': {
    exportLedgerEntries: { register: (app, services) => routeExport(app, services, exportLedger) },
  },
  'margin-modes': { listMarginModes: marginModes },
  'referee-history': { listRefereeHistory: refereeHistory },
  'liquidity-providers': { listLiquidityProviders: liquidityProviders },
  candles: {
    listCandles: candles,
    listCandleIntervals: candleIntervals,
    streamCandles: {
      register: (app, services) =>
        routeCandleStream(app, services, candleStreams(services.db, { stopping: services.stopping })),
    },
  },
  'spam-statistics': { getSpamStatistics: spamStatistics },
  'spam-history': { getSpamHistory: spamHistory },
  network,
  'known-parties': { listKnownParties: knownParties },
}

const plainText = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }

/** `GET /health` (wire.md 1.4) reads no database: one that is slow or unreachable is no reason to restart the service. */
export function health(app: Hono, { send }: Services): void {
  app.get(servicePaths.health, ({ req: { raw } }) => send(raw, { status: 200, headers: plainText, body: 'ok' }))
}

/** `db-2:5432 behind, 14 blocks behind, standby` */
function hostText({ name, state, lag, isStandby }: HostState): string {
  const detail = lag === undefined ? '' : `, ${lag} blocks behind, ${isStandby ? 'standby' : 'primary'}`
  return `${name} ${state}${detail}`
}

/** How long the look at tables and rights counts: balancers ask every second or so. */
const partsMs = 5000

/** `GET /ready` tells a load balancer whether requests can be answered: while the database does, and has what they read. */
function ready(app: Hono, { send, recentBlock }: Services, db: Db): void {
  const lost = new RecentRead(() => readLostParts(db, AbortSignal.timeout(1000)), partsMs)
  app.get(servicePaths.ready, async ({ req: { raw } }) => {
    const [block, parts] = await Promise.all([recentBlock(), lost.get().catch(() => undefined)])
    const hosts = (db.hosts?.() ?? []).map((host) => `\n${hostText(host)}`).join('')
    const failure =
      block === undefined || parts === undefined
        ? 'The database does not answer.'
        : parts.length > 0 && `The database has lost what requests read: no ${parts.join(', no ')}.`
    if (failure === false) return send(raw, { status: 200, headers: plainText, body: `ready${hosts}` })
    return send(raw, { status: 503, headers: { ...plainText, 'Retry-After': '5' }, body: failure + hosts })
  })
}

/** The service: every operation of the interface over one database, as a pure `fetch` function: nothing in it knows Node. */
export function createService(options: ServiceOptions): Hono {
  const { db, core, spamWatch, stopping, rateLimit, ending, connectionOf, version = '0' } = options
  const app = new Hono()
  const reads = options.isCounted ? countedDb(db) : db
  const finished = options.cacheBytes ? new CachedBodies(options.cacheBytes) : undefined
  const parts = { core, spamWatch, stopping, ending, finished, connectionOf, send: transport(version) }
  const services: Services = { ...parts, db: reads, recentBlock: recentBlockOf(db) }

  if (rateLimit) limitRequests(app, services, allOperations, rateLimit)
  for (const [question, named] of Object.entries(operations)) {
    // The type of `routes` makes sure that each entry takes the operation of its name.
    const entries = routes[question as keyof Operations] as unknown as Record<string, Served<AnyOperation>>
    for (const [name, op] of Object.entries<AnyOperation>(named)) {
      const served = entries[name]
      if (typeof served === 'function') route(app, services, op, served)
      else served?.register(app, services)
    }
  }
  health(app, services)
  ready(app, services, db)
  openApi(app, services, version)
  fallbackRoute(app, services, options.files)
  return app
}
