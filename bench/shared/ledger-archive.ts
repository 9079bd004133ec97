import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable, promises as streams } from 'node:stream'
import yazl from 'yazl'
import { type Row, filesOf } from '../../tests/server/support/small-segment.ts'
import { assetRow } from './asset-row.ts'

const hex = (name: string): string => createHash('sha256').update(`bench ${name}`).digest('hex')
const bytea = (id: string): string => String.raw`\x${id}`

export const benchParty = hex('party')
const asset = hex('asset')
const markets = ['one', 'two', 'three'].map(hex)
const network = '03'

/** Account types of wire.md 2.4 by number. */
const [settlement, margin, general, makerFees] = [2, 3, 4, 7]

const accountId = (party: string, type: number, market = ''): string => hex(`account ${party} ${type} ${market}`)

function accounts(): Row[] {
  const account = (party: string, type: number, market = ''): Row => ({
    id: bytea(accountId(party, type, market)),
    party_id: bytea(party),
    asset_id: bytea(asset),
    market_id: bytea(market),
    type: String(type),
  })
  return [
    account(benchParty, general),
    account(network, makerFees),
    ...markets.flatMap((market) => [account(benchParty, margin, market), account(network, settlement, market)]),
  ]
}

export const firstSecond = Date.UTC(2024, 0, 1) / 1000
export const rowsPerSecond = 5

const types = ['MTM_LOSS', 'MTM_WIN', 'MARGIN_HIGH', 'MAKER_FEE_PAY', 'PERPETUALS_FUNDING_WIN'].map(
  (type) => `TRANSFER_TYPE_${type}`,
)

/** The ledger of one busy party as CSV of a segment, five entries a block and a block a second; its balances follow. */
function* ledger(rows: number): Generator<string> {
  const columns = [
    'ledger_entry_time',
    'account_from_id',
    'account_to_id',
    'quantity',
    'vega_time',
    'account_from_balance',
    'account_to_balance',
    'type',
  ]
  yield `${columns.join(',')}\n`
  const own = accountId(benchParty, general)
  const fees = accountId(network, makerFees)
  const places = markets.map((market) => ({
    margin: accountId(benchParty, margin, market),
    settlement: accountId(network, settlement, market),
    held: 10n ** 18n,
  }))
  let held = 10n ** 21n
  let lines: string[] = []
  for (let row = 0; row < rows; row++) {
    const kind = row % rowsPerSecond
    const block = (firstSecond + (row - kind) / rowsPerSecond) * 1000
    const time = new Date(block).toISOString().slice(0, 19).replace('T', ' ')
    const quantity = BigInt(1 + ((row * 7919) % 1_000_003)) * 10n ** BigInt(row % 7)
    const place = places[Math.floor(row / rowsPerSecond) % places.length]
    if (!place) continue
    const text = (from: string, to: string, fromHeld: bigint, toHeld: bigint): string =>
      `${time}.${String(100_001 + kind)}+00,${bytea(from)},${bytea(to)},${quantity},${time}.1+00,${fromHeld},${toHeld},${types[kind] ?? ''}\n`
    if (kind === 0) lines.push(text(place.margin, place.settlement, (place.held -= quantity), quantity))
    else if (kind === 1 || kind === 4) lines.push(text(place.settlement, place.margin, 0n, (place.held += quantity)))
    else if (kind === 2) lines.push(text(place.margin, own, (place.held -= quantity), (held += quantity)))
    else lines.push(text(own, fees, (held -= quantity), quantity))
    if (lines.length === 2000) {
      yield lines.join('')
      lines = []
    }
  }
  yield lines.join('')
}

/** Writes a network-history archive whose ledger has so many rows, all of one party. */
export async function writeLedgerArchive(path: string, rows: number): Promise<void> {
  // Two blocks around all entries: an import takes no entry of another time.
  const block = (height: number, second: number): Row => ({
    vega_time: `${new Date(second * 1000).toISOString().slice(0, 19).replace('T', ' ')}+00`,
    height: String(height),
    hash: String.raw`\x00`,
  })
  const last = block(2, firstSecond + Math.ceil(rows / rowsPerSecond) + 1)
  const files = filesOf({
    from: 1,
    to: 2,
    chainId: 'bench-ledger-1',
    rows: {
      blocks: [block(1, firstSecond), last],
      last_block: [{ ...last, onerow_check: 't' }],
      accounts: accounts(),
      assets: [assetRow(bytea(asset), '2024-01-01 00:00:00+00')],
    },
  })
  const zip = new yazl.ZipFile()
  for (const [name, text] of Object.entries(files)) {
    if (text !== undefined && name !== 'history/ledger') zip.addBuffer(Buffer.from(text), name)
  }
  zip.addReadStream(Readable.from(ledger(rows), { objectMode: false }), 'history/ledger', { compressionLevel: 1 })
  zip.end()
  await streams.pipeline(zip.outputStream, createWriteStream(path))
}
