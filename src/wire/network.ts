import * as v from 'valibot'
import { operation, type Operation, type ParameterSchema, type ReplySchema } from './protocol/operation.ts'
import { Pagination, pageOf } from './protocol/page.ts'
import {
  BooleanParameter,
  DecimalPlaces,
  Id,
  Nanoseconds,
  openEnum,
  Rfc3339Nano,
  SignedDecimalPlaces,
  TextParameter,
  Uint64,
  Uint64Parameter,
} from './scalar.ts'

/** The small reads that labels and pickers need (wire.md section 11). Records are read loosely: nodes add members. */

export const MarketState = openEnum([
  'STATE_UNSPECIFIED',
  'STATE_PROPOSED',
  'STATE_REJECTED',
  'STATE_PENDING',
  'STATE_CANCELLED',
  'STATE_ACTIVE',
  'STATE_SUSPENDED',
  'STATE_CLOSED',
  'STATE_TRADING_TERMINATED',
  'STATE_SETTLED',
  'STATE_SUSPENDED_VIA_GOVERNANCE',
])

export const TradingMode = openEnum([
  'TRADING_MODE_UNSPECIFIED',
  'TRADING_MODE_CONTINUOUS',
  'TRADING_MODE_BATCH_AUCTION',
  'TRADING_MODE_OPENING_AUCTION',
  'TRADING_MODE_MONITORING_AUCTION',
  'TRADING_MODE_NO_TRADING',
  'TRADING_MODE_SUSPENDED_VIA_GOVERNANCE',
  'TRADING_MODE_LONG_BLOCK_AUCTION',
])

export const AssetStatus = openEnum([
  'STATUS_UNSPECIFIED',
  'STATUS_PROPOSED',
  'STATUS_REJECTED',
  'STATUS_PENDING_LISTING',
  'STATUS_ENABLED',
])

export const ChainStatus = openEnum([
  'CHAIN_STATUS_UNSPECIFIED',
  'CHAIN_STATUS_DISCONNECTED',
  'CHAIN_STATUS_REPLAYING',
  'CHAIN_STATUS_CONNECTED',
])

const Derivative = v.looseObject({ settlementAsset: Id, quoteName: v.optional(v.string(), '') })

/** Decimals: prices divide by 10^decimalPlaces, sizes by 10^positionDecimalPlaces (which may be negative). */
export const Market = v.looseObject({
  id: Id,
  state: MarketState,
  tradingMode: TradingMode,
  decimalPlaces: DecimalPlaces,
  positionDecimalPlaces: SignedDecimalPlaces,
  tradableInstrument: v.looseObject({
    instrument: v.looseObject({
      code: v.string(),
      name: v.string(),
      future: v.optional(Derivative),
      perpetual: v.optional(Derivative),
      spot: v.optional(v.looseObject({ baseAsset: Id, quoteAsset: Id })),
    }),
  }),
})
export type Market = v.InferOutput<typeof Market>

export const Asset = v.looseObject({
  id: Id,
  status: AssetStatus,
  details: v.looseObject({
    name: v.string(),
    symbol: v.string(),
    decimals: DecimalPlaces,
    quantum: v.optional(v.string(), ''),
  }),
})
export type Asset = v.InferOutput<typeof Asset>

export const Party = v.looseObject({ id: Id })
export type Party = v.InferOutput<typeof Party>

export const Epoch = v.looseObject({
  seq: Uint64,
  timestamps: v.looseObject({
    startTime: Nanoseconds,
    expiryTime: Nanoseconds,
    endTime: Nanoseconds,
    firstBlock: Uint64,
    lastBlock: Uint64,
  }),
})
export type Epoch = v.InferOutput<typeof Epoch>

/** Chain statistics of the core node; times are RFC3339Nano, empty when the node does not know. */
export const ChainStatistics = v.looseObject({
  blockHeight: Uint64,
  blockHash: v.optional(v.string(), ''),
  chainId: v.string(),
  appVersion: v.optional(v.string(), ''),
  genesisTime: v.optional(Rfc3339Nano, ''),
  currentTime: v.optional(Rfc3339Nano, ''),
  vegaTime: v.optional(Rfc3339Nano, ''),
  status: v.optional(ChainStatus, 'CHAIN_STATUS_UNSPECIFIED'),
  epochSeq: v.optional(Uint64, '0'),
  epochStartTime: v.optional(Rfc3339Nano, ''),
  epochExpiryTime: v.optional(Rfc3339Nano, ''),
  blockDuration: v.optional(Uint64, '0'),
})

const nothing = v.object({})

/** A read that a node may lack: it serves names, pickers and the state of the chain. */
const read = <const Path extends string, Params extends ParameterSchema, Reply extends ReplySchema>(
  value: Omit<Operation<Path, Params, Reply>, 'optional'>,
): Operation<Path, Params, Reply> => operation({ optional: true, ...value })

export const listMarkets = read({
  name: 'listMarkets',
  summary: 'List markets, last updated first',
  path: '/api/v2/markets',
  cacheable: true,
  params: v.object({ includeSettled: v.optional(BooleanParameter), pagination: v.optional(Pagination) }),
  reply: v.object({ markets: pageOf(Market) }),
})

export const getMarket = read({
  name: 'getMarket',
  summary: 'Get one market',
  path: '/api/v2/market/:marketId',
  cacheable: true,
  params: v.object({ marketId: TextParameter }),
  reply: v.object({ market: Market }),
})

export const listAssets = read({
  name: 'listAssets',
  summary: 'List assets by id',
  path: '/api/v2/assets',
  cacheable: true,
  params: v.object({ assetId: v.optional(TextParameter), pagination: v.optional(Pagination) }),
  reply: v.object({ assets: pageOf(Asset) }),
})

export const getAsset = read({
  name: 'getAsset',
  summary: 'Get one asset',
  path: '/api/v2/asset/:assetId',
  cacheable: true,
  params: v.object({ assetId: TextParameter }),
  reply: v.object({ asset: Asset }),
})

export const listParties = read({
  name: 'listParties',
  summary: 'List parties, newest first',
  path: '/api/v2/parties',
  cacheable: true,
  params: v.object({ partyId: v.optional(TextParameter, ''), pagination: v.optional(Pagination) }),
  reply: v.object({ parties: pageOf(Party) }),
})

export const getParty = read({
  name: 'getParty',
  summary: 'Get one party',
  path: '/api/v2/party/:partyId',
  cacheable: true,
  params: v.object({ partyId: TextParameter }),
  reply: v.object({ party: Party }),
})

export const getEpoch = read({
  name: 'getEpoch',
  summary: 'Get the current epoch, one by number, or the one that holds a block',
  path: '/api/v2/epoch',
  cacheable: true,
  params: v.object({ id: v.optional(Uint64Parameter), block: v.optional(Uint64Parameter) }),
  reply: v.object({ epoch: Epoch }),
})

export const getInfo = read({
  name: 'getInfo',
  summary: 'Get the version of the interface and the build of the service',
  path: '/api/v2/info',
  params: nothing,
  reply: v.looseObject({ version: v.string(), commitHash: v.optional(v.string(), '') }),
})

export const getVegaTime = read({
  name: 'getVegaTime',
  summary: 'Get the time of the last stored block in Unix nanoseconds',
  path: '/api/v2/vega/time',
  cacheable: true,
  params: nothing,
  reply: v.object({ timestamp: Nanoseconds }),
})

export const getStatistics = read({
  name: 'getStatistics',
  summary: 'Get the statistics of the chain',
  path: '/statistics',
  params: nothing,
  reply: v.object({ statistics: ChainStatistics }),
})

export const getTime = read({
  name: 'getTime',
  summary: "Get the chain's block time in Unix nanoseconds",
  path: '/time',
  params: nothing,
  reply: v.object({ timestamp: Nanoseconds }),
})

export const getBlockHeight = read({
  name: 'getLastBlockHeight',
  summary: 'Get the last block with the proof-of-work parameters in force',
  path: '/blockchain/height',
  params: nothing,
  reply: v.looseObject({
    height: Uint64,
    hash: v.string(),
    chainId: v.string(),
    spamPowHashFunction: v.optional(v.string(), ''),
    spamPowDifficulty: v.optional(v.number()),
    spamPowNumberOfPastBlocks: v.optional(v.number()),
    spamPowNumberOfTxPerBlock: v.optional(v.number()),
    spamPowIncreasingDifficulty: v.optional(v.boolean()),
  }),
})
