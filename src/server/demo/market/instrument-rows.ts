import { timestampText } from '../../store/sql.ts'
import { hour, type Micros, nanosText } from '../chain/chain.ts'
import { feeFactors } from './fees.ts'
import { type Asset, idOf, type Market } from './instruments.ts'
import { hysteresis } from './liquidity.ts'
import { bytes, type Row, type Rows } from '../rows.ts'
import type { World } from '../world.ts'

export function assetRows(world: World): Rows {
  const row = ({ id, name, symbol, decimals, quantum, contract }: Asset): Row => {
    const lifetimeLimit = String(quantum * 10_000n)
    const time = timestampText(world.chain.genesis)
    return [
      bytes(id),
      name,
      symbol,
      String(decimals),
      String(quantum),
      '',
      contract,
      lifetimeLimit,
      '1',
      'STATUS_ENABLED',
      time,
      '1',
    ]
  }
  return {
    into: `assets (id, name, symbol, decimals, quantum, source, erc20_contract, lifetime_limit, withdraw_threshold, status,
      vega_time, chain_id)`,
    rows: Object.values(world.assets).map(row),
  }
}

const text = (value: unknown): string => JSON.stringify(value)

/** A data source: signed by an address for prices, the network's clock for times. */
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
export function stateAt(
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

/** Markets as they are at this time; JSON members as a data node stores them. */
export function marketRows(world: World, time: Micros): Rows {
  const row = (market: Market): Row => {
    const { state, mode, updated } = stateAt(market, time)
    const { code, name, baseName, decimalPlaces, positionDecimalPlaces, tickSize, volatility } = market
    const spot = market.kind === 'spot'
    const tags = [`base:${baseName}`, `quote:${market.quoteName}`, `class:${spot ? 'spot' : 'derivative'}`]
    const instrument = { id: '', code, name, metadata: { tags }, ...product(world, market) }
    const scalingFactors = { searchLevel: 1.1, initialMargin: 1.5, collateralRelease: 1.7 }
    const logNormalRiskModel = {
      tau: 0.0000071,
      params: { r: 0, mu: 0, sigma: volatility },
      riskAversionParameter: 0.000001,
    }
    const monitoring = [
      { horizon: 3600, probability: '0.9999', auctionExtension: 120 },
      { horizon: 43200, probability: '0.99999', auctionExtension: 600 },
    ]
    return [
      bytes(market.id),
      timestampText(updated ?? market.proposed + hour),
      '',
      text({ instrument, marginCalculator: { scalingFactors }, logNormalRiskModel }),
      String(decimalPlaces),
      text({
        factors: {
          makerFee: factor(feeFactors.maker),
          liquidityFee: factor(feeFactors.liquidity),
          infrastructureFee: factor(feeFactors.infrastructure),
        },
      }),
      text({ duration: 300 }),
      text({ priceMonitoringParameters: { triggers: monitoring } }),
      text({ targetStakeParameters: { timeWindow: 3600, scalingFactor: 0.05 } }),
      mode,
      state,
      timestamps(market, time),
      String(positionDecimalPlaces),
      '',
      spot ? '' : '0',
      spot ? '' : '0.001',
      '\\x',
      '',
      text({
        priceRange: '0.05',
        slaCompetitionFactor: '0.2',
        commitmentMinTimeFraction: '0.6',
        performanceHysteresisEpochs: hysteresis[baseName] ?? 1,
      }),
      text({
        disposalFraction: '0.1',
        disposalTimeStep: 10_000_000_000,
        fullDisposalSize: 20,
        maxFractionConsumed: '0.05',
        disposalSlippageRange: '0.03',
      }),
      text({
        cashAmount: '0',
        decayPower: '1',
        decayWeight: '1',
        compositePriceType: 'COMPOSITE_PRICE_TYPE_LAST_TRADE',
      }),
      String(tickSize),
      'f',
    ]
  }
  return {
    into: `markets_current (id, vega_time, instrument_id, tradable_instrument, decimal_places, fees, opening_auction,
      price_monitoring_settings, liquidity_monitoring_parameters, trading_mode, state, market_timestamps,
      position_decimal_places, lp_price_range, quadratic_slippage_factor, linear_slippage_factor, parent_market_id,
      insurance_pool_fraction, liquidity_sla_parameters, liquidation_strategy, mark_price_configuration, tick_size,
      enable_tx_reordering)`,
    rows: world.markets.map(row),
  }
}
