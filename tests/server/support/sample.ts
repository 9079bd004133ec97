import { buildCandles } from '../../../src/server/archive/import-segments.ts'
import type { WritableDb } from '../../../src/server/database/db.ts'
import { asset, market, party, team } from './ids.ts'
import {
  type SampleRow,
  bytes,
  insert,
  id,
  marginMode,
  marketData,
  marketRows,
  membership,
  provision,
  feeShare,
  trades,
} from './sample-rows.ts'
import { accountRow, accounts, entries, entryRow } from './sample-ledger.ts'

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
        feeShare(party.anna, { equity_like_share: '0.5', average_score: '0.1' }),
        feeShare(party.boris, {
          equity_like_share: '0.3',
          average_entry_valuation: '1',
          average_score: '1',
          virtual_stake: '1.5',
        }),
        feeShare(party.carol),
        feeShare(party.dora),
      ],
      [
        feeShare(party.boris, {
          current_epoch_fraction_of_time_on_book: '0.95',
          hysteresis_period_fee_penalties: ['0', '0.25'],
          required_liquidity: '2000',
        }),
        feeShare(party.anna),
        feeShare(party.emil, { required_liquidity: '1' }),
      ],
    ),
    marketData(market.aur, [feeShare(party.boris)], [feeShare(party.boris, { required_liquidity: '77' })]),
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
