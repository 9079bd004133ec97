import { type Message, flag, integer, list, message, name, number, optional, stored, text } from './message.ts'

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
export const marketMessage: Message = {
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
