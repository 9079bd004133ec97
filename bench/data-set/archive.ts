import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { Readable, promises as streams } from 'node:stream'
import yazl from 'yazl'
import { filesOf } from '../../tests/server/support/small-segment.ts'
import {
  type DataSet,
  busyParty,
  end,
  entriesPerSecond,
  firstEntry,
  idOf,
  markets,
  minute,
  quietEntries,
} from './data-set.ts'
import { accounts, instant, shortTables } from './short-tables.ts'

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
    const id = String.raw`\x${markets[market] ?? ''}`
    for (let index = 0; index < count; index += 1) {
      if (market === 3 && index % 10 < 3) continue
      // Every market has its own millisecond: the time of a trade is unique.
      const time = end - (count - index) * minute + 1000 + market
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
  const first = firstEntry(ledger)
  const bytes = (account: string): string => String.raw`\x${account}`
  const quietEvery = Math.floor(ledger / quietEntries)
  for (let index = 0; index < ledger; index += 1) {
    const place = index % entriesPerSecond
    const block = first + ((index - place) / entriesPerSecond) * 1000
    const own = index % quietEvery === 1 ? accounts.quiet : index % busyEvery === 0 ? accounts.busy : accounts.other
    const other = index % 4 === 0 ? accounts.margin : accounts.settlement
    const [from, to] = index % 3 === 0 ? [other, own] : [own, other]
    const quantity = BigInt(1 + mixed(index, 1_000_003)) * 10n ** BigInt(index % 7)
    const balances = `${10n ** 21n - quantity},${10n ** 18n + quantity}`
    yield `${instant(block, place + 1)},${bytes(from)},${bytes(to)},${quantity},${instant(block)},${balances},${transferTypes[place] ?? ''}`
  }
}

function* marginModeLines({ marginModes }: DataSet): Generator<string> {
  for (const [market, id] of markets.entries()) {
    for (let index = 0; index < (marginModes[market] ?? 1); index += 1) {
      const party = index === 0 ? busyParty : idOf(`trader ${index}`)
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
