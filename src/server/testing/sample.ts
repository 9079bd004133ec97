import { buildCandles } from '../archive/candles.ts'
import type { WritableDb } from '../store/db.ts'
import { asset, market, party, team } from './ids.ts'
import { type SampleRow, bytes, insert } from './insert.ts'
import { accountRow, accounts, entries, entryRow } from './sample-ledger.ts'
import { sampleMarkets } from './sample-markets.ts'

const json = (value: unknown): string | undefined => (value === undefined ? undefined : JSON.stringify(value))
const id = (hex: string | undefined): string => bytes(hex ?? '')

const marketRows = sampleMarkets.map((each): SampleRow => ({
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

const marginMode = (on: string, of: string, epoch: number, mode: number, factor?: string, leverage?: string) => ({
  market_id: id(on),
  party_id: id(of),
  at_epoch: String(epoch),
  margin_mode: String(mode),
  margin_factor: factor,
  max_theoretical_leverage: leverage,
})

const membership = (of: string, joined: string, epoch: number, at: string): SampleRow => ({
  team_id: id(joined),
  party_id: id(of),
  joined_at_epoch: String(epoch),
  joined_at: at,
  vega_time: at,
})

const share = (of: string, more: object = {}): object => ({ party: of, ...more })

const marketData = (on: string, shares: unknown, sla: unknown): SampleRow => ({
  market: id(on),
  vega_time: '2024-03-01 12:00:00+00',
  liquidity_provider_fee_shares: json(shares),
  liquidity_provider_sla: json(sla),
})

const provision = (on: string, of: string, status: string, number: number): SampleRow => ({
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
const trades: readonly SampleRow[] = [
  trade(market.btc, '2024-03-04 10:00:20.000001+00', '2024-03-04 10:00:20+00', 1, '100', '5'),
  trade(market.btc, '2024-03-04 10:00:20.000002+00', '2024-03-04 10:00:20+00', 2, '104', '7'),
  trade(market.btc, '2024-03-04 10:00:50.000003+00', '2024-03-04 10:00:50+00', 3, '98', '1'),
  trade(market.btc, '2024-03-04 10:05:00+00', '2024-03-04 10:05:00+00', 4, '101', '2'),
  trade(market.btc, '2024-03-04 11:59:59.999999+00', '2024-03-04 11:59:59.999999+00', 5, '110', '3'),
  trade(market.btc, '2024-03-04 12:00:00+00', '2024-03-04 11:59:59.999999+00', 6, '111', '4'),
  trade(market.sen, '2024-03-05 00:00:00+00', '2024-03-05 00:00:00+00', 7, '4503599627370496', '9007199254740993'),
]

/** Fills a fresh database with a small network that has every case the questions tell apart. */
export async function makeSample(db: WritableDb): Promise<void> {
  await insert(db, 'markets_current', marketRows)
  await insert(db, 'market_lineage', [
    {
      market_id: id(market.doge),
      parent_market_id: id(''),
      root_id: id(market.doge),
      vega_time: '2024-02-20 00:00:00+00',
    },
    {
      market_id: id(market.aur),
      parent_market_id: id(market.doge),
      root_id: id(market.doge),
      vega_time: '2024-03-02 00:00:00+00',
    },
  ])
  const token = (of: string, name: string, limit: string, time: string): SampleRow => ({
    id: id(of),
    name,
    symbol: name.slice(0, 4).toUpperCase(),
    decimals: '18',
    quantum: '1000000',
    source: of === asset.points ? '500000000' : '',
    erc20_contract: of === asset.points ? '' : '0xa6',
    lifetime_limit: limit,
    withdraw_threshold: '1',
    status: 'STATUS_ENABLED',
    vega_time: time,
    chain_id: of === asset.points ? '' : '11155111',
  })
  await insert(db, 'assets', [
    token(asset.usd, 'Dollar', '20000000000', '2024-02-20 00:00:00+00'),
    token(asset.usd, 'Dollar "<&>"', '50000000000', '2024-03-18 00:00:00+00'),
    token(asset.vega, 'Vega', '100000000000000000000000', '2024-02-20 00:00:00+00'),
    token(asset.points, 'Points', '0', '2024-02-20 00:00:00+00'),
  ])
  const known = (of: string, time: string | undefined): SampleRow => ({
    id: id(of),
    tx_hash: bytes('01'),
    vega_time: time,
  })
  await insert(db, 'parties', [
    known('03', undefined),
    known(party.anna, '2024-02-20 00:00:00+00'),
    known(party.boris, '2024-02-20 00:00:00+00'),
    known(party.carol, '2024-02-21 00:00:00.000001+00'),
    known(party.dora, '2024-02-22 00:00:00+00'),
    known(party.emil, '2024-02-23 00:00:00+00'),
  ])
  await insert(db, 'party_margin_modes', [
    marginMode(market.btc, party.anna, 12, 2, '0.5', '2.25'),
    marginMode(market.btc, party.boris, 10, 1),
    marginMode(market.btc, party.carol, 3, 2, '0.0000000000000001'),
    marginMode(market.aur, party.anna, 9, 2, '1'),
    marginMode(market.aur, party.dora, 4, 7),
    marginMode(market.doge, party.anna, 0, 0),
  ])
  await insert(
    db,
    'teams',
    Object.values(team).map((each) => ({
      id: id(each),
      referrer: id(party.dora),
      name: 'team',
      created_at_epoch: '0',
      created_at: '2024-02-20 00:00:00+00',
      vega_time: '2024-02-20 00:00:00+00',
    })),
  )
  await insert(db, 'team_members', [
    membership(party.anna, team.red, 0, '2024-02-20 00:00:00+00'),
    membership(party.anna, team.blue, 5, '2024-02-25 00:00:01.000001+00'),
    membership(party.anna, team.red, 9, '2024-03-03 00:00:00+00'),
    membership(party.boris, team.blue, 2, '2024-02-22 00:00:00+00'),
  ])
  await insert(db, 'current_market_data', [
    marketData(
      market.btc,
      [
        share(party.anna, { equity_like_share: '0.5', average_score: '0.1' }),
        share(party.boris, {
          equity_like_share: '0.3',
          average_entry_valuation: '1',
          average_score: '1',
          virtual_stake: '1.5',
        }),
        share(party.carol),
        share(party.dora),
      ],
      [
        share(party.boris, {
          current_epoch_fraction_of_time_on_book: '0.95',
          hysteresis_period_fee_penalties: ['0', '0.25'],
          required_liquidity: '2000',
        }),
        share(party.anna),
        share(party.emil, { required_liquidity: '1' }),
      ],
    ),
    marketData(market.aur, [share(party.boris)], [share(party.boris, { required_liquidity: '77' })]),
    marketData(market.ice, null, null),
  ])
  await insert(db, 'live_liquidity_provisions', [
    provision(market.btc, party.anna, 'STATUS_ACTIVE', 1),
    provision(market.btc, party.boris, 'STATUS_UNDEPLOYED', 2),
    provision(market.btc, party.carol, 'STATUS_PENDING', 3),
    provision(market.btc, party.dora, 'STATUS_CANCELLED', 4),
    provision(market.aur, party.boris, 'STATUS_ACTIVE', 5),
    provision(market.sen, party.anna, 'STATUS_ACTIVE', 6),
  ])
  await insert(db, 'accounts', Object.values(accounts).map(accountRow))
  await insert(db, 'ledger', entries.map(entryRow))
  await insert(db, 'trades', trades)
  await buildCandles(db, '2024-03-01 00:00:00+00')
  const block = (height: number, time: string): SampleRow => ({
    height: String(height),
    vega_time: time,
    hash: bytes('ab'),
  })
  const blocks = [
    block(1, '2024-02-20 00:00:00+00'),
    block(564, '2024-02-21 00:00:00.826194+00'),
    block(1308, '2024-02-22 00:00:01+00'),
    block(1400, '2024-02-22 05:00:00.25+00'),
  ]
  await insert(db, 'blocks', blocks)
  await insert(db, 'last_block', blocks.slice(-1))
  const epoch = (number: number, start: string, expire: string, end?: string): SampleRow => ({
    id: String(number),
    start_time: start,
    expire_time: expire,
    end_time: end,
    vega_time: end ?? start,
  })
  await insert(db, 'epochs', [
    epoch(0, '2024-02-20 00:00:00+00', '2024-02-21 00:00:00+00'),
    epoch(0, '2024-02-20 00:00:00+00', '2024-02-21 00:00:00+00', '2024-02-21 00:00:00.826194+00'),
    epoch(1, '2024-02-21 00:00:00.826194+00', '2024-02-22 00:00:00.826194+00'),
    epoch(1, '2024-02-21 00:00:00.826194+00', '2024-02-22 00:00:00.826194+00', '2024-02-22 00:00:01+00'),
    epoch(2, '2024-02-22 00:00:01+00', '2024-02-23 00:00:01+00'),
  ])
}
