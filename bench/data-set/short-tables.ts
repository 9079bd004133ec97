import type { Row } from '../../tests/server/support/small-segment.ts'
import * as set from './data-set.ts'

const bytea = (id: string): string => String.raw`\x${id}`
/** A field of CSV. */
const quoted = (value: unknown): string => `"${JSON.stringify(value).replaceAll('"', '""')}"`

/** An instant as PostgreSQL writes it, with up to six digits of a second. */
export const instant = (ms: number, microseconds = 0): string => {
  const text = new Date(ms).toISOString()
  return `${text.slice(0, 10)} ${text.slice(11, 23)}${String(microseconds).padStart(3, '0')}+00`
}
const now = instant(set.end)

/** The accounts of the ledger by what they are named for. */
export const accounts = {
  busy: set.idOf('account busy'),
  margin: set.idOf('account margin'),
  quiet: set.idOf('account quiet'),
  other: set.idOf('account other'),
  settlement: set.idOf('account settlement'),
}

const assetRow: Row = {
  id: bytea(set.asset),
  name: 'Bench',
  symbol: 'BNCH',
  decimals: '6',
  quantum: '1',
  source: '1',
  erc20_contract: '',
  lifetime_limit: '0',
  withdraw_threshold: '0',
  status: 'STATUS_ENABLED',
  vega_time: now,
  chain_id: '',
}

function accountRows(): Row[] {
  const row = (id: string, party: string, type: number, market = ''): Row => ({
    id: bytea(id),
    party_id: bytea(party),
    asset_id: bytea(set.asset),
    market_id: bytea(market),
    type: String(type),
  })
  const [market = ''] = set.markets
  return [
    row(accounts.busy, set.busyParty, 4),
    row(accounts.margin, set.busyParty, 3, market),
    row(accounts.quiet, set.quietParty, 4),
    row(accounts.other, set.idOf('other party'), 4),
    row(accounts.settlement, set.network, 2, market),
  ]
}

const instrument = (code: string) => ({
  instrument: {
    id: code,
    code,
    name: code,
    metadata: { tags: ['base:BENCH'] },
    future: { settlementAsset: set.asset, quoteName: 'USD' },
  },
})

const marketRows = (): Row[] =>
  set.markets.map((id, index) => ({
    id: bytea(id),
    vega_time: instant(set.end - 900 * set.day + index),
    instrument_id: `BENCH${index}`,
    tradable_instrument: quoted(instrument(`BENCH${index}`)),
    decimal_places: '5',
    position_decimal_places: '3',
    trading_mode: 'TRADING_MODE_CONTINUOUS',
    state: 'STATE_ACTIVE',
    enable_tx_reordering: 'f',
  }))

/** The providers of a market: the busy party, then others. */
const providersOf = (market: number): string[] =>
  Array.from({ length: set.providersOn(market) }, (_, index) =>
    index === 0 ? set.busyParty : set.idOf(`provider ${index}`),
  )

const share = (party: string, index: number) => ({
  party,
  equity_like_share: `0.${String(1_000_003 * (index + 1)).padStart(16, '0')}`,
  average_entry_valuation: String(10n ** 21n + BigInt(index)),
  average_score: '0.0123456789012345',
  virtual_stake: `${String(10n ** 20n + BigInt(index))}.5`,
})
const serviceLevel = (party: string, index: number) => ({
  party,
  current_epoch_fraction_of_time_on_book: '0.98',
  last_epoch_fraction_of_time_on_book: `0.${90 + (index % 10)}`,
  last_epoch_fee_penalty: '0',
  last_epoch_bond_penalty: '0.05',
  hysteresis_period_fee_penalties: ['0', '0.1', '0'],
  required_liquidity: String(10n ** 12n + BigInt(index)),
  notional_volume_buys: String(10n ** 13n),
  notional_volume_sells: String(10n ** 13n + 7n),
})

const marketDataRows = (): Row[] =>
  set.markets.map((market, index) => ({
    market: bytea(market),
    vega_time: now,
    liquidity_provider_fee_shares: quoted(providersOf(index).map(share)),
    liquidity_provider_sla: quoted(providersOf(index).map(serviceLevel)),
  }))

const provisionRows = (): Row[] =>
  set.markets.flatMap((market, index) =>
    providersOf(index).map((party) => ({
      id: bytea(set.idOf(`provision ${market} ${party}`)),
      party_id: bytea(party),
      created_at: now,
      updated_at: now,
      market_id: bytea(market),
      commitment_amount: '1000000',
      fee: '0.001',
      version: '1',
      status: 'STATUS_ACTIVE',
      vega_time: now,
    })),
  )

const teamRows = (): Row[] =>
  set.teams.map((id, index) => ({
    id: bytea(id),
    referrer: bytea(set.idOf(`referrer ${index}`)),
    name: `Team ${index}`,
    closed: 'f',
    created_at_epoch: '1',
    created_at: now,
    vega_time: now,
  }))

const memberRows = (): Row[] =>
  set.teams.flatMap((id, index) =>
    [set.busyParty, ...Array.from({ length: 100 }, (_, party) => set.idOf(`member ${index} ${party}`))].map(
      (party) => ({
        team_id: bytea(id),
        party_id: bytea(party),
        joined_at_epoch: String(2 + index),
        joined_at: instant(set.end - (30 - index) * set.day, 1),
        vega_time: now,
      }),
    ),
  )

const beginning = set.end - 900 * set.day
const block = (height: number, ms: number): Row => ({
  vega_time: instant(ms),
  height: String(height),
  hash: bytea(set.idOf(`block ${height}`)),
})

/** Every table but the long ones. */
export const shortTables = (chainId: string): Record<string, Row[]> => ({
  blocks: [block(1, beginning), block(2, set.end)],
  last_block: [{ ...block(2, set.end), onerow_check: 't' }],
  chain: [{ id: chainId, onerow_check: 't' }],
  accounts: accountRows(),
  assets: [assetRow],
  current_market_data: marketDataRows(),
  epochs: [{ id: '1', start_time: instant(beginning), expire_time: now, end_time: now, vega_time: now }],
  live_liquidity_provisions: provisionRows(),
  markets_current: marketRows(),
  parties: [set.busyParty, set.quietParty].map((id) => ({ id: bytea(id), tx_hash: bytea('00'), vega_time: now })),
  team_members: memberRows(),
  teams: teamRows(),
})
