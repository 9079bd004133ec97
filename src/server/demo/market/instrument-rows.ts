import { timestampText } from '../../sql/statement.ts'
import { type Chain, hour, type Micros, nanosText } from '../chain/chain.ts'
import { feeFactors } from '../accounts/settlement.ts'
import type { Asset, Market } from './markets.ts'
import { hysteresis } from './liquidity.ts'
import { bytes, type Row } from '../rows.ts'
import { idOf } from '../random.ts'
import type { World } from '../world.ts'

export const assetRow = (chain: Chain, { id, name, symbol, decimals, quantum, contract }: Asset): Row => ({
  id: bytes(id),
  name,
  symbol,
  decimals,
  quantum,
  source: '',
  erc20_contract: contract,
  lifetime_limit: quantum * 10_000n,
  withdraw_threshold: 1,
  status: 'STATUS_ENABLED',
  vega_time: timestampText(chain.genesis),
  chain_id: '1',
})

const text = (value: unknown): string => JSON.stringify(value)

function source(world: World, { baseName, proposed }: Market, name: string, data: unknown): unknown {
  const id = idOf(world.seed, 'source', baseName, name)
  return { id, data, status: 'STATUS_ACTIVE', createdAt: nanosText(proposed) }
}

const oracle = (world: World, { baseName }: Market): unknown => ({
  external: {
    oracle: {
      filters: [
        {
          key: { name: `prices.${baseName}.value`, type: 'TYPE_INTEGER', numberDecimalPlaces: '18' },
          conditions: [{ value: '0', operator: 'OPERATOR_GREATER_THAN' }],
        },
      ],
      signers: [{ ethAddress: { address: `0x${idOf(world.seed, 'signer', baseName).slice(0, 40)}` } }],
    },
  },
})

function product(world: World, market: Market): Record<string, unknown> {
  const { asset, base, baseName, quoteName, expires, proposed } = market
  const settlementData = { settlementDataProperty: `prices.${baseName}.value` }
  const priceSource = source(world, market, 'price', oracle(world, market))
  const seconds = (time: Micros): string => nanosText(time).slice(0, -9)
  if (market.kind === 'spot') return { spot: { baseAsset: base?.id ?? '', quoteAsset: asset.id } }
  if (market.kind === 'future') {
    const conditions = [{ value: seconds(expires ?? proposed), operator: 'OPERATOR_GREATER_THAN_OR_EQUAL' }]
    return {
      future: {
        quoteName,
        settlementAsset: asset.id,
        dataSourceSpecBinding: { ...settlementData, tradingTerminationProperty: 'vegaprotocol.builtin.timestamp' },
        dataSourceSpecForSettlementData: priceSource,
        dataSourceSpecForTradingTermination: source(world, market, 'end', { internal: { time: { conditions } } }),
      },
    }
  }
  const triggers = [{ initial: seconds(proposed), every: String((8 * hour) / 1_000_000) }]
  const conditions = [{ value: '0', operator: 'OPERATOR_GREATER_THAN_OR_EQUAL' }]
  return {
    perpetual: {
      quoteName,
      interestRate: '0.08',
      clampLowerBound: '-0.0006',
      clampUpperBound: '0.0006',
      settlementAsset: asset.id,
      marginFundingFactor: '0.75',
      dataSourceSpecBinding: { ...settlementData, settlementScheduleProperty: 'vegaprotocol.builtin.timetrigger' },
      dataSourceSpecForSettlementData: priceSource,
      dataSourceSpecForSettlementSchedule: source(world, market, 'schedule', {
        internal: { timeTrigger: { conditions, triggers } },
      }),
    },
  }
}

const factor = (millionths: bigint): string => String(Number(millionths) / 1e6)

/** State and mode of a market: waiting for its auction, trading, or settled after its expiry. */
function stateAt(
  { opened, expires }: Market,
  time: Micros,
): { state: string; mode: string; updated: Micros | undefined } {
  if (opened === undefined) return { state: 'STATE_PENDING', mode: 'TRADING_MODE_OPENING_AUCTION', updated: undefined }
  if (expires !== undefined && time >= expires)
    return { state: 'STATE_SETTLED', mode: 'TRADING_MODE_NO_TRADING', updated: expires }
  return { state: 'STATE_ACTIVE', mode: 'TRADING_MODE_CONTINUOUS', updated: opened }
}

function timestamps({ proposed, opened, expires }: Market, time: Micros): string {
  const hourLater = proposed + hour
  const parts = [`"proposed":${nanosText(proposed)}`, `"pending":${nanosText(hourLater)}`]
  if (opened !== undefined) parts.push(`"open":${nanosText(opened)}`)
  if (expires !== undefined && time >= expires) parts.push(`"close":${nanosText(expires)}`)
  return `{${parts.join(',')}}`
}

/** A market as it is at this time; JSON members as a data node stores them. */
export function marketRow(world: World, market: Market, time: Micros): Row {
  const { state, mode, updated } = stateAt(market, time)
  const { code, name, baseName, price, trades } = market
  const spot = market.kind === 'spot'
  const tags = [`base:${baseName}`, `quote:${market.quoteName}`, `class:${spot ? 'spot' : 'derivative'}`]
  return {
    id: bytes(market.id),
    vega_time: timestampText(updated ?? market.proposed + hour),
    instrument_id: '',
    tradable_instrument: text({
      instrument: { id: '', code, name, metadata: { tags }, ...product(world, market) },
      marginCalculator: { scalingFactors: { searchLevel: 1.1, initialMargin: 1.5, collateralRelease: 1.7 } },
      logNormalRiskModel: {
        tau: 0.0000071,
        params: { r: 0, mu: 0, sigma: price.volatility },
        riskAversionParameter: 0.000001,
      },
    }),
    decimal_places: price.decimals,
    fees: text({
      factors: {
        makerFee: factor(feeFactors.maker),
        liquidityFee: factor(feeFactors.liquidity),
        infrastructureFee: factor(feeFactors.infrastructure),
      },
    }),
    opening_auction: text({ duration: 300 }),
    price_monitoring_settings: text({
      priceMonitoringParameters: {
        triggers: [
          { horizon: 3600, probability: '0.9999', auctionExtension: 120 },
          { horizon: 43200, probability: '0.99999', auctionExtension: 600 },
        ],
      },
    }),
    liquidity_monitoring_parameters: text({ targetStakeParameters: { timeWindow: 3600, scalingFactor: 0.05 } }),
    trading_mode: mode,
    state,
    market_timestamps: timestamps(market, time),
    position_decimal_places: trades.decimals,
    lp_price_range: '',
    quadratic_slippage_factor: spot ? '' : '0',
    linear_slippage_factor: spot ? '' : '0.001',
    parent_market_id: bytes(''),
    insurance_pool_fraction: '',
    liquidity_sla_parameters: text({
      priceRange: '0.05',
      slaCompetitionFactor: '0.2',
      commitmentMinTimeFraction: '0.6',
      performanceHysteresisEpochs: hysteresis[baseName] ?? 1,
    }),
    liquidation_strategy: text({
      disposalFraction: '0.1',
      disposalTimeStep: 10_000_000_000,
      fullDisposalSize: 20,
      maxFractionConsumed: '0.05',
      disposalSlippageRange: '0.03',
    }),
    mark_price_configuration: text({
      cashAmount: '0',
      decayPower: '1',
      decayWeight: '1',
      compositePriceType: 'COMPOSITE_PRICE_TYPE_LAST_TRADE',
    }),
    tick_size: price.tick,
    enable_tx_reordering: false,
  }
}
