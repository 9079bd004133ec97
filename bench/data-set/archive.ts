import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { promises as streams, Readable } from 'node:stream'
import yazl from 'yazl'
import { filesOf, type Row } from '../../tests/server/support/small-segment.ts'
import type { DataSet } from './data-set.ts'
import * as data from './data-set.ts'

const bytea = (id: string): string => String.raw`\x${id}`
/** A field of CSV. */
const quoted = (value: unknown): string => `"${JSON.stringify(value).replaceAll('"', '""')}"`

/** An instant as PostgreSQL writes it, with up to six digits of a second. */
const instant = (ms: number, microseconds = 0): string => {
  const text = new Date(ms).toISOString()
  return `${text.slice(0, 10)} ${text.slice(11, 23)}${String(microseconds).padStart(3, '0')}+00`
}
const now = instant(data.end)

/** The accounts of the ledger by what they are named for. */
const accounts = {
  busy: data.idOf('account busy'),
  margin: data.idOf('account margin'),
  quiet: data.idOf('account quiet'),
  other: data.idOf('account other'),
  settlement: data.idOf('account settlement'),
}

const assetRow: Row = {
  id: bytea(data.asset),
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
    asset_id: bytea(data.asset),
    market_id: bytea(market),
    type: String(type),
  })
  const [market = ''] = data.markets
  return [
    row(accounts.busy, data.busyParty, 4),
    row(accounts.margin, data.busyParty, 3, market),
    row(accounts.quiet, data.quietParty, 4),
    row(accounts.other, data.idOf('other party'), 4),
    row(accounts.settlement, data.network, 2, market),
  ]
}

const instrument = (code: string) => ({
  instrument: {
    id: code,
    code,
    name: code,
    metadata: { tags: ['base:BENCH'] },
    future: { settlementAsset: data.asset, quoteName: 'USD' },
  },
})

const marketRows = (): Row[] =>
  data.markets.map((id, index) => ({
    id: bytea(id),
    vega_time: instant(data.end - 900 * data.day + index),
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
  Array.from({ length: data.providersOn(market) }, (_, index) =>
    index === 0 ? data.busyParty : data.idOf(`provider ${index}`),
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
  data.markets.map((market, index) => ({
    market: bytea(market),
    vega_time: now,
    liquidity_provider_fee_shares: quoted(providersOf(index).map(share)),
    liquidity_provider_sla: quoted(providersOf(index).map(serviceLevel)),
  }))

const provisionRows = (): Row[] =>
  data.markets.flatMap((market, index) =>
    providersOf(index).map((party) => ({
      id: bytea(data.idOf(`provision ${market} ${party}`)),
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
  data.teams.map((id, index) => ({
    id: bytea(id),
    referrer: bytea(data.idOf(`referrer ${index}`)),
    name: `Team ${index}`,
    closed: 'f',
    created_at_epoch: '1',
    created_at: now,
    vega_time: now,
  }))

const memberRows = (): Row[] =>
  data.teams.flatMap((id, index) =>
    [data.busyParty, ...Array.from({ length: 100 }, (_, party) => data.idOf(`member ${index} ${party}`))].map(
      (party) => ({
        team_id: bytea(id),
        party_id: bytea(party),
        joined_at_epoch: String(2 + index),
        joined_at: instant(data.end - (30 - index) * data.day, 1),
        vega_time: now,
      }),
    ),
  )

const beginning = data.end - 900 * data.day
const block = (height: number, ms: number): Row => ({
  vega_time: instant(ms),
  height: String(height),
  hash: bytea(data.idOf(`block ${height}`)),
})

/** Every table but the long ones. */
const shortTables = (chainId: string): Record<string, Row[]> => ({
  blocks: [block(1, beginning), block(2, data.end)],
  last_block: [{ ...block(2, data.end), onerow_check: 't' }],
  chain: [{ id: chainId, onerow_check: 't' }],
  accounts: accountRows(),
  assets: [assetRow],
  current_market_data: marketDataRows(),
  epochs: [{ id: '1', start_time: instant(beginning), expire_time: now, end_time: now, vega_time: now }],
  live_liquidity_provisions: provisionRows(),
  markets_current: marketRows(),
  parties: [data.busyParty, data.quietParty].map((id) => ({ id: bytea(id), tx_hash: bytea('00'), vega_time: now })),
  team_members: memberRows(),
  teams: teamRows(),
})

/** Lines are written in pieces of so many. */
const perPiece = 2000

function* pieces(header: string, lines: Iterable<string>): Generator<string> {
  yield `${header}\n`
  let piece: string[] = []
  for (const line of lines) {
    piece.push(line)
    if (piece.length < perPiece) continue
    yield `${piece.join('\n')}\n`
    piece = []
  }
  if (piece.length > 0) yield `${piece.join('\n')}\n`
}

/** A number that looks chosen by chance and is the same in every run. */
const mixed = (index: number, below: number): number => (Math.imul(index + 1, 2_654_435_761) >>> 0) % below

function* tradeLines({ candles }: DataSet): Generator<string> {
  for (const [market, count] of candles.entries()) {
    const id = bytea(data.markets[market] ?? '')
    for (let index = 0; index < count; index += 1) {
      if (market === 3 && index % 10 < 3) continue
      // Every market has its own millisecond: the time of a trade is unique.
      const time = data.end - (count - index) * data.minute + 1000 + market
      const price = 4_000_000_000 + mixed(index, 1_000_000) * 1000
      yield `${instant(time, 1)},${instant(time)},1,${id},${price},${1 + mixed(index, 9999)}`
    }
  }
}

const transferTypes = ['MTM_LOSS', 'MTM_WIN', 'MARGIN_HIGH', 'MARGIN_LOW', 'PERPETUALS_FUNDING_WIN'].map(
  (type) => `TRANSFER_TYPE_${type}`,
)

/** Two hundred entries are the quiet party's, the others the busy one's and somebody's in turns. */
function* ledgerLines({ ledger, busyEvery = 2 }: DataSet): Generator<string> {
  const first = data.firstEntry(ledger)
  const quietEvery = Math.floor(ledger / data.quietEntries)
  for (let index = 0; index < ledger; index += 1) {
    const place = index % data.entriesPerSecond
    const block = first + ((index - place) / data.entriesPerSecond) * 1000
    const own = index % quietEvery === 1 ? accounts.quiet : index % busyEvery === 0 ? accounts.busy : accounts.other
    const other = index % 4 === 0 ? accounts.margin : accounts.settlement
    const [from, to] = index % 3 === 0 ? [other, own] : [own, other]
    const quantity = BigInt(1 + mixed(index, 1_000_003)) * 10n ** BigInt(index % 7)
    const balances = `${10n ** 21n - quantity},${10n ** 18n + quantity}`
    yield `${instant(block, place + 1)},${bytea(from)},${bytea(to)},${quantity},${instant(block)},${balances},${transferTypes[place] ?? ''}`
  }
}

function* marginModeLines({ marginModes }: DataSet): Generator<string> {
  for (const [market, id] of data.markets.entries()) {
    for (let index = 0; index < (marginModes[market] ?? 1); index += 1) {
      const party = index === 0 ? data.busyParty : data.idOf(`trader ${index}`)
      const isolated = index % 3 === 0
      yield `${String.raw`\x${id},\x${party}`},${100 + (index % 900)},${isolated ? `2,0.${1 + (index % 9)}5,0.0275,36.3636363636363636` : '1,,,'}`
    }
  }
}

/** The CSV of the long tables by the name of their file. */
const longTables = (set: DataSet): Record<string, Iterable<string>> => ({
  'history/trades': pieces('synthetic_time,vega_time,seq_num,market_id,price,size', tradeLines(set)),
  'history/ledger': pieces(
    'ledger_entry_time,account_from_id,account_to_id,quantity,vega_time,account_from_balance,account_to_balance,type',
    ledgerLines(set),
  ),
  'currentstate/party_margin_modes': pieces(
    'market_id,party_id,at_epoch,margin_mode,margin_factor,min_theoretical_margin_factor,max_theoretical_leverage',
    marginModeLines(set),
  ),
})

/** Rows of an archive of the data set, for the speed of an import; short tables do not count. */
export const longRows = ({ candles, ledger, marginModes }: DataSet): number =>
  ledger + candles.reduce((sum, count) => sum + count, 0) + marginModes.reduce((sum, count) => sum + count, 0)

/** Writes the data set as a network-history archive. A run that ends half-way leaves nothing under `path`. */
export async function writeArchive(path: string, set: DataSet): Promise<void> {
  const chainId = `bench-${set.name}-1`
  const long = longTables(set)
  const files = filesOf({ from: 1, to: 2, chainId, rows: shortTables(chainId) })
  const zip = new yazl.ZipFile()
  for (const [name, text] of Object.entries(files)) {
    const lines = long[name]
    if (lines) zip.addReadStream(Readable.from(lines, { objectMode: false }), name, { compressionLevel: 1 })
    else if (text !== undefined) zip.addBuffer(Buffer.from(text), name)
  }
  zip.end()
  await streams.pipeline(zip.outputStream, createWriteStream(`${path}.part`))
  await rename(`${path}.part`, path)
}
