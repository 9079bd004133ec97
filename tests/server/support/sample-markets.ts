import { asset, market } from './ids.ts'

/** One market of the sample, as a node stores it: what is zero or unset is not in the JSON. */
export interface SampleMarket {
  id: string
  time: string
  instrument: object
  risk: object
  state: string
  mode?: string
  decimals: number
  positionDecimals: number
  fees?: object
  auction?: object
  monitoring?: object
  timestamps: string
  slippage?: readonly [linear: string, quadratic: string]
  parent?: string
  insurance?: string
  strategy?: object
  markPrice?: object
  tickSize: string
  reordering?: boolean
}

const oracle = (name: string): object => ({
  external: {
    oracle: {
      signers: [{ pubKey: { key: 'f0' } }, { ethAddress: { address: '0x73' } }],
      filters: [
        {
          key: { name, type: 'TYPE_INTEGER', numberDecimalPlaces: '18' },
          conditions: [{ operator: 'OPERATOR_GREATER_THAN', value: '0' }],
        },
        { key: { name: 'unit' } },
      ],
    },
  },
})

const ethereum: object = {
  external: {
    ethOracle: {
      address: '0x1b44',
      abi: '[{"name":"latest","n":12345678901234567890}]',
      method: 'latest',
      args: [{ n: 1 }, 'x'],
      trigger: { timeTrigger: { every: '30' } },
      requiredConfirmations: '64',
      normalisers: [{ name: 'price', expression: '$[0]' }],
      sourceChainId: '1',
    },
  },
}

const time: object = {
  internal: { time: { conditions: [{ operator: 'OPERATOR_GREATER_THAN_OR_EQUAL', value: '9' }] } },
}
const repeating: object = { internal: { timeTrigger: { triggers: [{ every: '300' }, { initial: '5', every: '7' }] } } }

const spec = (data: object): object => ({ id: 'e1', createdAt: '1708387200000000000', data, status: 'STATUS_ACTIVE' })

const logNormal: object = {
  logNormalRiskModel: { riskAversionParameter: 0.000001, tau: 0.0000071, params: { sigma: 1.5 } },
}
const simple: object = { simpleRiskModel: { params: { factorLong: 0.15, probabilityOfTrading: 0.1 } } }

const perpetual: object = {
  code: 'BTC/USD-PERP',
  name: 'Bitcoin <perpetual> & co',
  metadata: { tags: ['base:BTC'] },
  perpetual: {
    quoteName: 'USD',
    settlementAsset: asset.usd,
    marginFundingFactor: '0.9',
    clampLowerBound: '-0.0005',
    clampUpperBound: '0.0005',
    dataSourceSpecForSettlementSchedule: spec(repeating),
    dataSourceSpecForSettlementData: spec(oracle('prices.BTC.value')),
    dataSourceSpecBinding: { settlementDataProperty: 'prices.BTC.value', settlementScheduleProperty: 'timetrigger' },
    fundingRateScalingFactor: '1.5',
    internalCompositePriceConfig: { compositePriceType: 'COMPOSITE_PRICE_TYPE_MEDIAN', cashAmount: '7' },
  },
}

const future = (code: string, data: object, more: object = {}): object => ({
  code,
  name: code,
  metadata: {},
  future: {
    quoteName: 'USD',
    settlementAsset: asset.usd,
    dataSourceSpecForSettlementData: spec(data),
    dataSourceSpecForTradingTermination: spec(time),
    dataSourceSpecBinding: { settlementDataProperty: 'price', tradingTerminationProperty: 'builtin' },
    ...more,
  },
})

const spot: object = {
  code: 'SEN/YUM',
  name: 'Senar spot',
  spot: { baseAsset: asset.vega, quoteAsset: asset.points },
}

const stamps = (open: boolean, close = false): string =>
  `{"proposed":1708387200000000001,"pending":1708388017488593003${open ? ',"open":1708391174630319007' : ''}${close ? ',"close":1710522000000000009' : ''}}`

export const sampleMarkets: readonly SampleMarket[] = [
  {
    id: market.btc,
    time: '2024-03-01 00:00:01.5',
    instrument: perpetual,
    risk: logNormal,
    state: 'STATE_ACTIVE',
    decimals: 1,
    positionDecimals: 4,
    fees: { liquidityFeeSettings: { makerFee: 3, feeConstant: '0.0003' } },
    monitoring: {
      priceMonitoringParameters: { triggers: [{ horizon: 3600, probability: '0.9999', auctionExtension: 120 }] },
    },
    timestamps: stamps(true),
    slippage: ['0.001', '0'],
    markPrice: {
      decayWeight: '1',
      decayPower: '1',
      cashAmount: '5000000',
      sourceWeights: ['0', '1'],
      sourceStalenessTolerance: ['1m0s'],
      compositePriceType: 'COMPOSITE_PRICE_TYPE_WEIGHTED',
      dataSourcesSpec: [spec(ethereum)],
      dataSourcesSpecBinding: [{ priceSourceProperty: 'price' }],
    },
    tickSize: '5',
  },
  {
    id: market.doge,
    time: '2024-03-02 00:00:00',
    instrument: future('DOGE/USD', oracle('prices.DOGE.value')),
    risk: simple,
    state: 'STATE_SETTLED',
    mode: 'TRADING_MODE_NO_TRADING',
    decimals: 5,
    positionDecimals: -1,
    fees: { liquidityFeeSettings: { makerFee: 1 } },
    auction: { volume: 10, duration: 300 },
    timestamps: stamps(true, true),
    slippage: ['0.001', '0'],
    tickSize: '1',
  },
  {
    id: market.aur,
    time: '2024-03-02 00:00:00',
    instrument: future('AUR/USD', ethereum, { cap: { maxPrice: '100', fullyCollateralised: true } }),
    risk: logNormal,
    state: 'STATE_ACTIVE',
    decimals: 10,
    positionDecimals: 3,
    monitoring: { priceMonitoringParameters: {} },
    timestamps: stamps(true),
    parent: market.doge,
    insurance: '0.75',
    strategy: { disposalTimeStep: 10_000_000_000, fullDisposalSize: 20, disposalFraction: '0.1' },
    tickSize: '100',
    reordering: true,
  },
  {
    id: market.sen,
    time: '2024-02-20 23:49:50.217364',
    instrument: spot,
    risk: logNormal,
    state: 'STATE_ACTIVE',
    decimals: 0,
    positionDecimals: 6,
    timestamps: stamps(true),
    markPrice: { compositePriceType: 'COMPOSITE_PRICE_TYPE_LAST_TRADE' },
    tickSize: '1',
  },
  {
    id: market.ice,
    time: '2024-03-03 00:00:00',
    instrument: future('ICE/USD', oracle('ice')),
    risk: logNormal,
    state: 'STATE_PENDING',
    mode: 'TRADING_MODE_OPENING_AUCTION',
    decimals: 3,
    positionDecimals: 0,
    timestamps: stamps(false),
    parent: market.aur,
    insurance: '1',
    tickSize: '1',
  },
  {
    id: market.rejected,
    time: '2024-02-25 00:00:00',
    instrument: future('NOPE/USD', oracle('nope')),
    risk: logNormal,
    state: 'STATE_REJECTED',
    mode: 'TRADING_MODE_NO_TRADING',
    decimals: 2,
    positionDecimals: 2,
    timestamps: '{"proposed":1709985899207605000}',
    tickSize: '1',
  },
]
