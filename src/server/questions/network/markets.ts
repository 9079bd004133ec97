import { parseJson } from '../../../wire/scalar.ts'
import type { Db } from '../../database/db.ts'
import { type Listing, readOne, readPage } from '../../sql/keyset.ts'
import type { Plan } from '../../sql/page.ts'
import { json } from '../../sql/record.ts'
import { idText, whereId } from '../../sql/statement.ts'
import {
  flag,
  integer,
  isTree,
  list,
  type Message,
  message,
  name,
  number,
  optional,
  renderMessage,
  stored,
  text,
  type Tree,
} from './message.ts'

const condition: Message = { operator: name('OPERATOR_UNSPECIFIED'), value: text }
const conditions = list(message(condition))
const filter: Message = {
  key: message({ name: text, type: name('TYPE_UNSPECIFIED'), numberDecimalPlaces: optional(integer) }),
  conditions,
}
const filters = list(message(filter))

const signer: Message = {
  pubKey: optional(message({ key: text })),
  ethAddress: optional(message({ address: text })),
}

const ethereumCall: Message = {
  address: text,
  abi: text,
  method: text,
  args: list(stored),
  trigger: message({
    timeTrigger: optional(message({ initial: optional(integer), every: optional(integer), until: optional(integer) })),
  }),
  requiredConfirmations: integer,
  filters,
  normalisers: list(message({ name: text, expression: text })),
  sourceChainId: integer,
}

const dataSource: Message = {
  internal: optional(
    message({
      time: optional(message({ conditions })),
      timeTrigger: optional(
        message({ conditions, triggers: list(message({ initial: optional(integer), every: integer })) }),
      ),
    }),
  ),
  external: optional(
    message({
      oracle: optional(message({ signers: list(message(signer)), filters })),
      ethOracle: optional(message(ethereumCall)),
    }),
  ),
}

const dataSourceSpec = message({
  id: text,
  createdAt: integer,
  updatedAt: integer,
  data: message(dataSource),
  status: name('STATUS_UNSPECIFIED', 'STATUS_ACTIVE', 'STATUS_DEACTIVATED'),
})

const compositePrice: Message = {
  decayWeight: text,
  decayPower: integer,
  cashAmount: text,
  sourceWeights: list(text),
  sourceStalenessTolerance: list(text),
  compositePriceType: name(
    'COMPOSITE_PRICE_TYPE_UNSPECIFIED',
    'COMPOSITE_PRICE_TYPE_WEIGHTED',
    'COMPOSITE_PRICE_TYPE_MEDIAN',
    'COMPOSITE_PRICE_TYPE_LAST_TRADE',
  ),
  dataSourcesSpec: list(dataSourceSpec),
  dataSourcesSpecBinding: list(message({ priceSourceProperty: text })),
}

const future: Message = {
  settlementAsset: text,
  quoteName: text,
  dataSourceSpecForSettlementData: dataSourceSpec,
  dataSourceSpecForTradingTermination: dataSourceSpec,
  dataSourceSpecBinding: message({ settlementDataProperty: text, tradingTerminationProperty: text }),
  cap: optional(message({ maxPrice: text, binarySettlement: optional(flag), fullyCollateralised: optional(flag) })),
}

const perpetual: Message = {
  settlementAsset: text,
  quoteName: text,
  marginFundingFactor: text,
  interestRate: text,
  clampLowerBound: text,
  clampUpperBound: text,
  dataSourceSpecForSettlementSchedule: dataSourceSpec,
  dataSourceSpecForSettlementData: dataSourceSpec,
  dataSourceSpecBinding: message({ settlementDataProperty: text, settlementScheduleProperty: text }),
  fundingRateScalingFactor: optional(text),
  fundingRateLowerBound: optional(text),
  fundingRateUpperBound: optional(text),
  internalCompositePriceConfig: optional(message(compositePrice)),
}

const tradableInstrument: Message = {
  instrument: message({
    id: text,
    code: text,
    name: text,
    metadata: message({ tags: list(text) }),
    future: optional(message(future)),
    spot: optional(message({ baseAsset: text, quoteAsset: text })),
    perpetual: optional(message(perpetual)),
  }),
  marginCalculator: message({
    scalingFactors: message({ searchLevel: number, initialMargin: number, collateralRelease: number }),
  }),
  logNormalRiskModel: optional(
    message({
      riskAversionParameter: number,
      tau: number,
      params: message({ mu: number, r: number, sigma: number }),
      riskFactorOverride: optional(message({ short: text, long: text })),
    }),
  ),
  simpleRiskModel: optional(
    message({
      params: message({
        factorLong: number,
        factorShort: number,
        maxMoveUp: number,
        minMoveDown: number,
        probabilityOfTrading: number,
      }),
    }),
  ),
}

const triggers = list(message({ horizon: integer, probability: text, auctionExtension: integer }))

/** The market's message; names and order as the network writes them (wire.md 11.1). */
const marketMessage: Message = {
  id: text,
  tradableInstrument: message(tradableInstrument),
  decimalPlaces: integer,
  fees: message({
    factors: message({ makerFee: text, infrastructureFee: text, liquidityFee: text }),
    liquidityFeeSettings: message({
      method: name('METHOD_UNSPECIFIED', 'METHOD_MARGINAL_COST', 'METHOD_WEIGHTED_AVERAGE', 'METHOD_CONSTANT'),
      feeConstant: optional(text),
    }),
  }),
  openingAuction: message({ duration: integer, volume: integer }),
  priceMonitoringSettings: message({ parameters: message({ triggers }) }),
  liquidityMonitoringParameters: message({
    targetStakeParameters: message({ timeWindow: integer, scalingFactor: number }),
    triggeringRatio: text,
    auctionExtension: integer,
  }),
  tradingMode: text,
  state: text,
  marketTimestamps: message({ proposed: integer, pending: integer, open: integer, close: integer }),
  positionDecimalPlaces: integer,
  lpPriceRange: text,
  linearSlippageFactor: text,
  quadraticSlippageFactor: text,
  parentMarketId: optional(text),
  insurancePoolFraction: optional(text),
  successorMarketId: optional(text),
  liquiditySlaParams: message({
    priceRange: text,
    commitmentMinTimeFraction: text,
    performanceHysteresisEpochs: integer,
    slaCompetitionFactor: text,
  }),
  liquidationStrategy: message({
    disposalTimeStep: integer,
    disposalFraction: text,
    fullDisposalSize: integer,
    maxFractionConsumed: text,
    disposalSlippageRange: text,
  }),
  markPriceConfiguration: message(compositePrice),
  tickSize: text,
  enableTransactionReordering: flag,
}

/** Columns of a market that are not named like their member. */
const columns: Readonly<Record<string, string>> = {
  id: idText('m.id'),
  // "No market" is stored as empty bytes.
  parentMarketId: `nullif(${idText('m.parent_market_id')}, '')`,
  successorMarketId: `(select ${idText('l.market_id')} from market_lineage l
    where l.parent_market_id = m.id and m.id <> ''::bytea order by l.vega_time desc limit 1)`,
  liquiditySlaParams: 'm.liquidity_sla_parameters',
  enableTransactionReordering: 'm.enable_tx_reordering',
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A member's column as text, also objects: their 64-bit numbers are stored as JSON numbers. */
const memberSql = (name: string): string => `'${name}', (${columns[name] ?? `m.${snake(name)}`})::text`

const nanosecondsPerSecond = 1_000_000_000n

/** A node stores some members under other names or in other units than the wire's. */
const toWire: Readonly<Record<string, (stored: Tree) => Tree>> = {
  fees: ({ liquidityFeeSettings: settings, ...fees }) => {
    if (!isTree(settings)) return fees
    const { makerFee: method, ...rest } = settings
    return { ...fees, liquidityFeeSettings: { method, ...rest } }
  },
  priceMonitoringSettings: ({ priceMonitoringParameters: parameters, ...rest }) => ({ parameters, ...rest }),
  liquidationStrategy: ({ disposalTimeStep: step, ...rest }) => ({
    disposalTimeStep: /^\d+$/.test(String(step)) ? String(BigInt(String(step)) / nanosecondsPerSecond) : step,
    ...rest,
  }),
}

// Members that are present even where nothing is stored.
const alwaysPresent = new Set([
  'fees',
  'openingAuction',
  'priceMonitoringSettings',
  'liquidityMonitoringParameters',
  'marketTimestamps',
])

// The instrument is protobuf JSON: its 64-bit integers are text already and its numbers are doubles.
function wireValue(name: string, column: unknown): unknown {
  if (!marketMessage[name]?.isMessage) return column
  const parse = name === 'tradableInstrument' ? JSON.parse : parseJson
  const parsed: unknown = typeof column === 'string' ? parse(column) : null
  const stored = isTree(parsed) ? parsed : alwaysPresent.has(name) ? {} : null
  return stored && (toWire[name]?.(stored) ?? stored)
}

/** The wire's market from the JSON text of a row. */
export function marketOf(text: string): string {
  const parsed: unknown = JSON.parse(text)
  const columns = Object.entries(isTree(parsed) ? parsed : {})
  const row = Object.fromEntries(columns.map(([name, column]) => [name, wireValue(name, column)]))
  return JSON.stringify(renderMessage(marketMessage, row))
}

const listing = {
  node: json(`json_build_object(${Object.keys(marketMessage).map(memberSql).join(', ')})`),
  from: 'markets_current m',
  // The time of a market's last update is not unique; the id makes the order total.
  cursor: [
    { name: 'vegaTime', kind: 'time', sql: 'm.vega_time' },
    { name: 'id', kind: 'id', sql: 'm.id' },
  ],
  finish: marketOf,
} satisfies Listing

/** Markets that were not rejected, last updated first. Throws BadInput for a bad cursor. */
export function readMarkets(db: Db, includeSettled: boolean, plan: Plan, signal?: AbortSignal): Promise<string> {
  const hidden = includeSettled ? `'STATE_REJECTED'` : `'STATE_REJECTED', 'STATE_SETTLED', 'STATE_CLOSED'`
  return readPage(db, listing, plan, { conditions: [() => `m.state::text not in (${hidden})`], signal })
}

/** One market in any state, or undefined. Throws BadInput for a bad id. */
export function readMarket(db: Db, marketId: string, signal?: AbortSignal): Promise<string | undefined> {
  return readOne(db, listing, whereId('m.id', marketId), signal)
}
