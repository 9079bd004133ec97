import { Hono } from 'hono'
import { listCandleIntervals, listCandles, streamCandles } from '../../wire/candles.ts'
import { exportLedgerEntries } from '../../wire/ledger-export.ts'
import { listLiquidityProviders } from '../../wire/liquidity-providers.ts'
import { listMarginModes } from '../../wire/margin-modes.ts'
import {
  getAsset,
  getBlockHeight,
  getEpoch,
  getInfo,
  getMarket,
  getParty,
  getStatistics,
  getTime,
  getVegaTime,
  listAssets,
  listMarkets,
  listParties,
} from '../../wire/network.ts'
import { listRefereeHistory } from '../../wire/referee-history.ts'
import { getSpamStatistics } from '../../wire/spam-statistics.ts'
import { recentBlockOf } from './block-headers.ts'
import { routeCandleStream } from './candle-stream.ts'
import type { Core } from '../core/core.ts'
import { routeExport } from './export.ts'
import { withFaults } from './faults/faults.ts'
import { health } from './health.ts'
import { lastWord } from './fallback-route.ts'
import { openApi } from './openapi/openapi.ts'
import { candleStreams } from '../operations/candle-stream.ts'
import { candleIntervals, candles } from '../operations/candles.ts'
import { exportLedger } from '../operations/ledger-export.ts'
import { liquidityProviders } from '../operations/liquidity-providers.ts'
import { marginModes } from '../operations/margin-modes.ts'
import {
  asset,
  assets,
  blockHeight,
  epoch,
  info,
  market,
  markets,
  parties,
  party,
  statistics,
  time,
  vegaTime,
} from '../operations/network.ts'
import { refereeHistory } from '../operations/referee-history.ts'
import { spamStatistics } from '../operations/spam-statistics.ts'
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
  /** Told in `X-Lyra` and in the OpenAPI document. */
  version?: string
  /** Aborts when the service is told to stop: answers without end end then. */
  stopping?: AbortSignal
}

/** The service: every operation of the interface over one database. */
export function createApp({ db, core, dashboard, stopping, faults = false, version = '0' }: AppOptions): Hono {
  const app = new Hono()
  const services: Services = { db, core, recentBlock: recentBlockOf(db), send: transport(version), operations: [] }

  routeExport(app, services, exportLedgerEntries, exportLedger)
  route(app, services, listMarginModes, marginModes)
  route(app, services, listRefereeHistory, refereeHistory)
  route(app, services, listLiquidityProviders, liquidityProviders)
  route(app, services, listCandles, candles)
  route(app, services, listCandleIntervals, candleIntervals)
  routeCandleStream(app, services, streamCandles, candleStreams(db, stopping ? { stopping } : {}))
  route(app, services, getSpamStatistics, spamStatistics)

  route(app, services, listMarkets, markets)
  route(app, services, getMarket, market)
  route(app, services, listAssets, assets)
  route(app, services, getAsset, asset)
  route(app, services, listParties, parties)
  route(app, services, getParty, party)
  route(app, services, getEpoch, epoch)
  route(app, services, getInfo, info)
  route(app, services, getVegaTime, vegaTime)
  route(app, services, getStatistics, statistics)
  route(app, services, getTime, time)
  route(app, services, getBlockHeight, blockHeight)

  health(app, services)
  openApi(app, services, version)
  lastWord(app, services, dashboard)
  return faults ? withFaults(app) : app
}
