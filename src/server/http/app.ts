import { Hono } from 'hono'
import type { AnyOperation } from '../../wire/operation.ts'
import { type Operations, operations } from '../../wire/operations.ts'
import { recentBlockOf } from './block-headers.ts'
import { routeCandleStream } from './candle-stream.ts'
import type { Core } from '../core/core.ts'
import { type ExportHandler, routeExport } from './export.ts'
import { withFaults } from './faults/faults.ts'
import { health } from './health.ts'
import { fallbackRoute } from './fallback-route.ts'
import { openApi } from './openapi/openapi.ts'
import { candleStreams } from '../operations/candle-stream.ts'
import { candleIntervals, candles } from '../operations/candles.ts'
import { exportLedger } from '../operations/ledger-export.ts'
import { liquidityProviders } from '../operations/liquidity-providers.ts'
import { marginModes } from '../operations/margin-modes.ts'
import * as network from '../operations/network.ts'
import { refereeHistory } from '../operations/referee-history.ts'
import { spamStatistics } from '../operations/spam-statistics.ts'
import type { Handler } from '../operations/handler.ts'
import { type Services, route } from './route.ts'
import type { Db } from '../store/db.ts'
import { transport } from './transport.ts'

export interface AppOptions {
  db: Db
  core: Core
  /** Lets `/faults` make the service misbehave: development and tests only. */
  faults?: boolean
  /** Folder of the built dashboard; without it the service answers the interface alone. */
  dashboard?: string
  /** Reported in `X-Lyra` and in the OpenAPI document. */
  version?: string
  /** Aborts when the service stops: endless responses end then. */
  stopping?: AbortSignal
}

/** Serves one operation. */
type Serve<Op extends AnyOperation> = (app: Hono, services: Services, op: Op) => void

const json =
  <Op extends AnyOperation>(handler: Handler<Op>): Serve<Op> =>
  (app, services, op) =>
    route(app, services, op, handler)

const file =
  <Op extends AnyOperation>(handler: ExportHandler<Op>): Serve<Op> =>
  (app, services, op) =>
    routeExport(app, services, op, handler)

/** What serves each operation of `wire/operations.ts`; an operation without an entry here is a type error. */
const routes: {
  readonly [Q in keyof Operations]: {
    readonly [Name in keyof Operations[Q]]: Serve<Extract<Operations[Q][Name], AnyOperation>>
  }
} = {
  'ledger-export': { exportLedgerEntries: file(exportLedger) },
  'margin-modes': { listMarginModes: json(marginModes) },
  'referee-history': { listRefereeHistory: json(refereeHistory) },
  'liquidity-providers': { listLiquidityProviders: json(liquidityProviders) },
  candles: {
    listCandles: json(candles),
    listCandleIntervals: json(candleIntervals),
    streamCandles: (app, services) =>
      routeCandleStream(app, services, candleStreams(services.db, { stopping: services.stopping })),
  },
  'spam-statistics': { getSpamStatistics: json(spamStatistics) },
  network: {
    listMarkets: json(network.markets),
    getMarket: json(network.market),
    listAssets: json(network.assets),
    getAsset: json(network.asset),
    listParties: json(network.parties),
    getParty: json(network.party),
    getEpoch: json(network.epoch),
    getInfo: json(network.info),
    getVegaTime: json(network.vegaTime),
    getStatistics: json(network.statistics),
    getTime: json(network.time),
    getBlockHeight: json(network.blockHeight),
  },
}

/** The service: every operation of the interface over one database. */
export function createApp({ db, core, dashboard, stopping, faults = false, version = '0' }: AppOptions): Hono {
  const app = new Hono()
  const services: Services = { db, core, recentBlock: recentBlockOf(db), send: transport(version), stopping }

  for (const [question, named] of Object.entries(operations)) {
    // The type of `routes` makes sure that each entry takes the operation of its name.
    const serve = routes[question as keyof Operations] as unknown as Record<string, Serve<AnyOperation>>
    for (const [name, op] of Object.entries<AnyOperation>(named)) serve[name]?.(app, services, op)
  }
  health(app, services)
  openApi(app, services, version)
  fallbackRoute(app, services, dashboard)
  return faults ? withFaults(app) : app
}
