import type { WritableDb } from '../../../src/server/database/db.ts'
import { market } from './ids.ts'
import { sampleMarkets } from './sample-markets.ts'

/** A row by column, each value as PostgreSQL reads it; undefined is NULL. */
export type SampleRow = Readonly<Record<string, string | undefined>>

/** Stored bytes of an id. */
export const bytes = (hex: string): string => `\\x${hex}`

/** Inserts rows that have the same columns. */
export async function insert(db: WritableDb, table: string, rows: readonly SampleRow[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first)
  const quoted = (value: string | undefined): string =>
    value === undefined ? 'null' : `'${value.replaceAll("'", "''")}'`
  const values = rows.map((row) => `(${columns.map((column) => quoted(row[column])).join(', ')})`)
  await db.exec(`insert into ${table} (${columns.join(', ')}) values ${values.join(',\n')}`)
}

const json = (value: unknown): string | undefined => (value === undefined ? undefined : JSON.stringify(value))
export const id = (hex: string | undefined): string => bytes(hex ?? '')

export const marketRows = sampleMarkets.map((each): SampleRow => ({
  id: id(each.id),
  vega_time: `${each.time}+00`,
  instrument_id: '',
  tradable_instrument: json({
    instrument: each.instrument,
    marginCalculator: { scalingFactors: { searchLevel: 1.1, initialMargin: 1.5 } },
    ...each.risk,
  }),
  decimal_places: String(each.decimals),
  fees: json({ factors: { makerFee: '0.0002', infrastructureFee: '0.0005', liquidityFee: '0.001' }, ...each.fees }),
  opening_auction: json(each.auction ?? { duration: 300 }),
  price_monitoring_settings: json(each.monitoring ?? { priceMonitoringParameters: {} }),
  liquidity_monitoring_parameters: json({ targetStakeParameters: { timeWindow: 3600, scalingFactor: 0.05 } }),
  trading_mode: each.mode ?? 'TRADING_MODE_CONTINUOUS',
  state: each.state,
  market_timestamps: each.timestamps,
  position_decimal_places: String(each.positionDecimals),
  lp_price_range: '',
  linear_slippage_factor: each.slippage?.[0],
  quadratic_slippage_factor: each.slippage?.[1],
  parent_market_id: id(each.parent),
  insurance_pool_fraction: each.insurance,
  liquidity_sla_parameters: json({ priceRange: '0.05', performanceHysteresisEpochs: 7 }),
  liquidation_strategy: json(each.strategy),
  mark_price_configuration: json(each.markPrice),
  tick_size: each.tickSize,
  enable_tx_reordering: String(each.reordering === true),
}))

export const marginMode = (
  on: string,
  of: string,
  epoch: number,
  mode: number,
  factor?: string,
  leverage?: string,
) => ({
  market_id: id(on),
  party_id: id(of),
  at_epoch: String(epoch),
  margin_mode: String(mode),
  margin_factor: factor,
  max_theoretical_leverage: leverage,
})

export const membership = (of: string, joined: string, epoch: number, at: string): SampleRow => ({
  team_id: id(joined),
  party_id: id(of),
  joined_at_epoch: String(epoch),
  joined_at: at,
  vega_time: at,
})

export const feeShare = (of: string, more: object = {}): object => ({ party: of, ...more })

export const marketData = (on: string, shares: unknown, sla: unknown): SampleRow => ({
  market: id(on),
  vega_time: '2024-03-01 12:00:00+00',
  liquidity_provider_fee_shares: json(shares),
  liquidity_provider_sla: json(sla),
})

export const provision = (on: string, of: string, status: string, number: number): SampleRow => ({
  id: bytes(String(number).padStart(2, '0').repeat(32)),
  party_id: id(of),
  created_at: '2024-03-01 00:00:00+00',
  updated_at: '2024-03-01 00:00:00+00',
  market_id: id(on),
  status,
  vega_time: '2024-03-01 00:00:00+00',
})

const trade = (on: string, time: string, block: string, sequence: number, price: string, size: string): SampleRow => ({
  synthetic_time: time,
  vega_time: block,
  seq_num: String(sequence),
  market_id: id(on),
  price,
  size,
})

/** Trades of `btc`: two blocks within a minute, an empty stretch, one block on both sides of noon; `sen` is huge. */
export const trades: readonly SampleRow[] = [
  trade(market.btc, '2024-03-04 10:00:20.000001+00', '2024-03-04 10:00:20+00', 1, '100', '5'),
  trade(market.btc, '2024-03-04 10:00:20.000002+00', '2024-03-04 10:00:20+00', 2, '104', '7'),
  trade(market.btc, '2024-03-04 10:00:50.000003+00', '2024-03-04 10:00:50+00', 3, '98', '1'),
  trade(market.btc, '2024-03-04 10:05:00+00', '2024-03-04 10:05:00+00', 4, '101', '2'),
  trade(market.btc, '2024-03-04 11:59:59.999999+00', '2024-03-04 11:59:59.999999+00', 5, '110', '3'),
  trade(market.btc, '2024-03-04 12:00:00+00', '2024-03-04 11:59:59.999999+00', 6, '111', '4'),
  trade(market.sen, '2024-03-05 00:00:00+00', '2024-03-05 00:00:00+00', 7, '4503599627370496', '9007199254740993'),
]
