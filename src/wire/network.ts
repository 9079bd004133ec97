import * as v from 'valibot'
import { operation, type Operation, type ParameterSchema, type ReplySchema } from './protocol/operation.ts'
import { Pagination, pageOf } from './protocol/page.ts'
import {
  BooleanParameter,
  DecimalPlaces,
  EnumName,
  Id,
  Nanoseconds,
  Rfc3339Nano,
  SignedDecimalPlaces,
  TextParameter,
  Uint64,
  Uint64Parameter,
} from './scalar.ts'

/** The small reads that labels and pickers need (wire.md section 11). Records are read loosely: nodes add members. */

const Derivative = v.looseObject({ settlementAsset: Id, quoteName: v.optional(v.string(), '') })

/** Decimals: prices divide by 10^decimalPlaces, sizes by 10^positionDecimalPlaces (which may be negative). */
export const Market = v.looseObject({
  id: Id,
  state: EnumName,
  tradingMode: EnumName,
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
  status: EnumName,
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
  status: v.optional(EnumName, ''),
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

export const descriptions = {
  listMarkets:
    'Markets with their instrument, state and decimal places, last updated first. Rejected markets are left out.',
  'listMarkets includeSettled': 'Whether settled and closed markets are listed too; true when not set.',
  getMarket: 'One market by id; 404 when there is none.',
  'getMarket marketId': 'Id of the market.',
  listAssets: 'Assets with their symbol and decimal places, ordered by id.',
  getAsset: 'One asset by id; 404 when there is none.',
  'getAsset assetId': 'Id of the asset.',
  listParties: 'Parties by the time they were first seen, newest first; 404 for a partyId that nobody has.',
  getParty: 'One party by id; 404 when there is none.',
  'getParty partyId': 'Id of the party.',
  getEpoch: 'The epoch with this number, or the one that holds this block, or without either the current one.',
  'getEpoch id': 'Number of the epoch; 0 or absent means not set.',
  'getEpoch block': 'Height of a block inside the epoch; 0 or absent means not set. Ignored when `id` is given.',
  getInfo: 'The version of the interface that is spoken here, and the build.',
  getVegaTime: 'The time of the last block in the store.',
  getStatistics:
    'Height, times, epoch and load of the chain as a core node tells them. Without a core node: what the store knows, with status `CHAIN_STATUS_DISCONNECTED`.',
  getTime: "The chain's current block time.",
  getLastBlockHeight:
    'Height and hash of the last block with the parameters by which a transaction must prove its work. Answered by a core node; without one: 503.',
}
