import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import yazl from 'yazl'

/** The tables of a network-history segment that the service reads, with the columns it needs (docs of the network). */
const tables: Readonly<Record<string, string>> = {
  'history/blocks': 'vega_time height hash',
  'history/ledger':
    'ledger_entry_time account_from_id account_to_id quantity vega_time account_from_balance account_to_balance type',
  'history/trades': 'synthetic_time vega_time seq_num market_id price size',
  'currentstate/accounts': 'id party_id asset_id market_id type',
  'currentstate/assets':
    'id name symbol decimals quantum source erc20_contract lifetime_limit withdraw_threshold status vega_time chain_id',
  'currentstate/chain': 'id onerow_check',
  'currentstate/current_market_data': 'market vega_time liquidity_provider_fee_shares liquidity_provider_sla',
  'currentstate/epochs': 'id start_time expire_time end_time vega_time',
  'currentstate/last_block': 'onerow_check vega_time height hash',
  'currentstate/live_liquidity_provisions':
    'id party_id created_at updated_at market_id commitment_amount fee version status reference vega_time',
  'currentstate/market_lineage': 'market_id parent_market_id root_id vega_time',
  'currentstate/markets_current':
    'id vega_time instrument_id tradable_instrument decimal_places fees opening_auction price_monitoring_settings liquidity_monitoring_parameters trading_mode state market_timestamps position_decimal_places lp_price_range quadratic_slippage_factor linear_slippage_factor parent_market_id insurance_pool_fraction liquidity_sla_parameters liquidation_strategy mark_price_configuration tick_size enable_tx_reordering',
  'currentstate/parties': 'id tx_hash vega_time',
  'currentstate/party_margin_modes':
    'market_id party_id at_epoch margin_mode margin_factor min_theoretical_margin_factor max_theoretical_leverage',
  'currentstate/team_members': 'team_id party_id joined_at_epoch joined_at vega_time',
  'currentstate/teams': 'id referrer name team_url avatar_url closed created_at_epoch created_at vega_time',
}

type Row = Readonly<Record<string, string>>

/** One cell of the CSV that PostgreSQL writes for an id. */
export const bytes = (hex: string): string => `\\x${hex}`

/** Writes a segment of the blocks `from` to `to`, one a second from 2026-03-01 on, with these rows of its tables. */
export async function writeSegment(
  path: string,
  chainId: string,
  to: number,
  rows: Readonly<Record<string, readonly Row[]>>,
  from = 1,
  schema = 115,
): Promise<void> {
  const time = (height: number) =>
    new Date(Date.UTC(2026, 2, 1, 0, 0, height)).toISOString().slice(0, 19).replace('T', ' ')
  const block = (height: number): Row => ({
    vega_time: `${time(height)}+00`,
    height: String(height),
    hash: bytes(height.toString(16).padStart(64, '0')),
    onerow_check: 't',
  })
  const all: Record<string, readonly Row[]> = {
    'history/blocks': Array.from({ length: to - from + 1 }, (_, index) => block(from + index)),
    'currentstate/last_block': [block(to)],
    'currentstate/chain': [{ id: chainId, onerow_check: 't' }],
    ...rows,
  }
  const zip = new yazl.ZipFile()
  const metadata = { HeightFrom: from, HeightTo: to, DatabaseVersion: schema, ChainID: chainId }
  zip.addBuffer(Buffer.from(JSON.stringify(metadata)), 'metadata.json')
  for (const [name, columns] of Object.entries(tables)) {
    const names = columns.split(' ')
    const lines = (all[name] ?? []).map((row) => names.map((column) => row[column] ?? ''))
    zip.addBuffer(Buffer.from([names, ...lines].map((line) => `${line.join(',')}\n`).join('')), name)
  }
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
}
