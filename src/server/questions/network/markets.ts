import { parseJson } from '../../../wire/scalar.ts'
import { snakeCase } from '../../../wire/protocol/url.ts'
import type { KeysetList } from '../../sql/keyset.ts'
import { json } from '../../sql/record.ts'
import { type Condition, idText } from '../../sql/statement.ts'
import {
  flag,
  integer,
  isTree,
  list,
  type MessageFields,
  message,
  name,
  number,
  whenSet,
  renderMessage,
  stored,
  string,
  type Tree,
} from './message.ts'

const conditions = list(message({ operator: name('OPERATOR_UNSPECIFIED'), value: string }))
const filterKey = message({ name: string, type: name('TYPE_UNSPECIFIED'), numberDecimalPlaces: whenSet(integer) })
const filters = list(message({ key: filterKey, conditions }))

const signer: MessageFields = {
  pubKey: whenSet(message({ key: string })),
  ethAddress: whenSet(message({ address: string })),
}

const ethereumCall: MessageFields = {
  address: string,
  abi: string,
  method: string,
  args: list(stored),
  trigger: message({
    timeTrigger: whenSet(message({ initial: whenSet(integer), every: whenSet(integer), until: whenSet(integer) })),
  }),
  requiredConfirmations: integer,
  filters,
  normalisers: list(message({ name: string, expression: string })),
  sourceChainId: integer,
}

const dataSource: MessageFields = {
  internal: whenSet(
    message({
      time: whenSet(message({ conditions })),
      timeTrigger: whenSet(
        message({ conditions, triggers: list(message({ initial: whenSet(integer), every: integer })) }),
      ),
    }),
  ),
  external: whenSet(
    message({
      oracle: whenSet(message({ signers: list(message(signer)), filters })),
      ethOracle: whenSet(message(ethereumCall)),
    }),
  ),
}

const dataSourceSpec = message({
  id: string,
  createdAt: integer,
  updatedAt: integer,
  data: message(dataSource),
  status: name('STATUS_UNSPECIFIED', 'STATUS_ACTIVE', 'STATUS_DEACTIVATED'),
})

const compositePrice: MessageFields = {
  decayWeight: string,
  decayPower: integer,
  cashAmount: string,
  sourceWeights: list(string),
  sourceStalenessTolerance: list(string),
  compositePriceType: name(
    'COMPOSITE_PRICE_TYPE_UNSPECIFIED',
    'COMPOSITE_PRICE_TYPE_WEIGHTED',
    'COMPOSITE_PRICE_TYPE_MEDIAN',
    'COMPOSITE_PRICE_TYPE_LAST_TRADE',
  ),
  dataSourcesSpec: list(dataSourceSpec),
  dataSourcesSpecBinding: list(message({ priceSourceProperty: string })),
}

const future: MessageFields = {
  settlementAsset: string,
  quoteName: string,
  dataSourceSpecForSettlementData: dataSourceSpec,
  dataSourceSpecForTradingTermination: dataSourceSpec,
  dataSourceSpecBinding: message({ settlementDataProperty: string, tradingTerminationProperty: string }),
  cap: whenSet(message({ maxPrice: string, binarySettlement: whenSet(flag), fullyCollateralised: whenSet(flag) })),
}

const perpetual: MessageFields = {
  settlementAsset: string,
  quoteName: string,
  marginFundingFactor: string,
  interestRate: string,
  clampLowerBound: string,
  clampUpperBound: string,
  dataSourceSpecForSettlementSchedule: dataSourceSpec,
  dataSourceSpecForSettlementData: dataSourceSpec,
  dataSourceSpecBinding: message({ settlementDataProperty: string, settlementScheduleProperty: string }),
  fundingRateScalingFactor: whenSet(string),
  fundingRateLowerBound: whenSet(string),
  fundingRateUpperBound: whenSet(string),
  internalCompositePriceConfig: whenSet(message(compositePrice)),
}

const tradableInstrument: MessageFields = {
  instrument: message({
    id: string,
    code: string,
    name: string,
    metadata: message({ tags: list(string) }),
    future: whenSet(message(future)),
    spot: whenSet(message({ baseAsset: string, quoteAsset: string })),
    perpetual: whenSet(message(perpetual)),
  }),
  marginCalculator: message({
    scalingFactors: message({ searchLevel: number, initialMargin: number, collateralRelease: number }),
  }),
  logNormalRiskModel: whenSet(
    message({
      riskAversionParameter: number,
      tau: number,
      params: message({ mu: number, r: number, sigma: number }),
      riskFactorOverride: whenSet(message({ short: string, long: string })),
    }),
  ),
  simpleRiskModel: whenSet(
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

const triggers = list(message({ horizon: integer, probability: string, auctionExtension: integer }))

/** The market's message; names and order as the network writes them (wire.md 11.1). */
export const marketMessage: MessageFields = {
  id: string,
  tradableInstrument: message(tradableInstrument),
  decimalPlaces: integer,
  fees: message({
    factors: message({ makerFee: string, infrastructureFee: string, liquidityFee: string }),
    liquidityFeeSettings: message({
      method: name('METHOD_UNSPECIFIED', 'METHOD_MARGINAL_COST', 'METHOD_WEIGHTED_AVERAGE', 'METHOD_CONSTANT'),
      feeConstant: whenSet(string),
    }),
  }),
  openingAuction: message({ duration: integer, volume: integer }),
  priceMonitoringSettings: message({ parameters: message({ triggers }) }),
  liquidityMonitoringParameters: message({
    targetStakeParameters: message({ timeWindow: integer, scalingFactor: number }),
    triggeringRatio: string,
    auctionExtension: integer,
  }),
  tradingMode: string,
  state: string,
  marketTimestamps: message({ proposed: integer, pending: integer, open: integer, close: integer }),
  positionDecimalPlaces: integer,
  lpPriceRange: string,
  linearSlippageFactor: string,
  quadraticSlippageFactor: string,
  parentMarketId: whenSet(string),
  insurancePoolFraction: whenSet(string),
  successorMarketId: whenSet(string),
  liquiditySlaParams: message({
    priceRange: string,
    commitmentMinTimeFraction: string,
    performanceHysteresisEpochs: integer,
    slaCompetitionFactor: string,
  }),
  liquidationStrategy: message({
    disposalTimeStep: integer,
    disposalFraction: string,
    fullDisposalSize: integer,
    maxFractionConsumed: string,
    disposalSlippageRange: string,
  }),
  markPriceConfiguration: message(compositePrice),
  tickSize: string,
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

/** A member's column as text, also objects: their 64-bit numbers are stored as JSON numbers. */
const memberSql = (name: string): string => `'${name}', (${columns[name] ?? `m.${snakeCase(name)}`})::text`

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

export const markets = {
  node: json(`json_build_object(${Object.keys(marketMessage).map(memberSql).join(', ')})`),
  from: 'markets_current m',
  // The time of a market's last update is not unique; the id makes the order total.
  cursor: [
    { name: 'vegaTime', kind: 'time', sql: 'm.vega_time' },
    { name: 'id', kind: 'id', sql: 'm.id' },
  ],
  finish: marketOf,
} satisfies KeysetList

/** Markets that were not rejected, of which the settled ones may be left out. */
export function inState(includeSettled: boolean): Condition {
  const hidden = includeSettled ? `'STATE_REJECTED'` : `'STATE_REJECTED', 'STATE_SETTLED', 'STATE_CLOSED'`
  return () => `m.state::text not in (${hidden})`
}
