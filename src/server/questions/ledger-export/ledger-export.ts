import { host } from '#host'
import { floorDivide } from '../../../wire/scalar.ts'
import { type exportLedgerEntries, ledgerColumns } from '../../../wire/ledger-export.ts'
import type { Params } from '../../../wire/protocol/operation.ts'
import type { Db, ExportReads, Reads } from '../../database/db.ts'
import { isLedgerBySides, missingLedgerIndexes } from '../../database/missing-parts.ts'
import { invalid } from '../../fault.ts'
import { earliest, idBytes, isFullId, latest, StatementParameters, timestampText } from '../../sql/statement.ts'
import { withRefusal, type Context, toFault } from '../handler.ts'
import { type PartyAccount, sortedQuery } from './lines.ts'
import { type LedgerExport, type LedgerRange, readSlices } from './slices.ts'

const backslash = 0x5c
const plain: ReadonlyMap<number, number> = new Map(
  Object.entries({ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }).map(([letter, control]) => [
    letter.charCodeAt(0),
    control.charCodeAt(0),
  ]),
)

/** Undoes the escapes of a piece; `open` when the piece before it ended with a backslash. */
function unescaped(piece: Uint8Array, open: boolean): { bytes: Uint8Array; open: boolean } {
  const bytes = new Uint8Array(piece.length)
  let length = 0
  for (const byte of piece) {
    if (!open && byte === backslash) {
      open = true
      continue
    }
    bytes[length] = open ? (plain.get(byte) ?? byte) : byte
    length += 1
    open = false
  }
  return { bytes: bytes.subarray(0, length), open }
}

/** The lines of a COPY of one column of text as they are in the database, each with its end. */
export async function* copiedLines(copy: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let open = false
  for await (const piece of copy) {
    if (!open && !piece.includes(backslash)) {
      yield piece
      continue
    }
    const text = unescaped(piece, open)
    open = text.open
    yield text.bytes
  }
}

/** The party's accounts: the ledger is read through them, because an OR over joined accounts would scan all of it. */
export async function readPartyAccounts(db: Reads, range: LedgerRange, signal?: AbortSignal): Promise<PartyAccount[]> {
  const { bind, values } = new StatementParameters()
  const party = bind(range.party, 'bytea')
  const sends = range.asset === undefined ? 'true' : `a.asset_id = ${bind(range.asset, 'bytea')}`
  const sql = `
    select a.id::text, case when ${sends} then 'yes' else 'no' end from accounts a where a.party_id = ${party}`
  const rows = await db.rows(sql, values, signal)
  return rows.map(([bytes, sends]) => ({ bytes: bytes ?? '', sends: sends === 'yes' }))
}

export async function prepareLedgerExport(db: Db, range: LedgerRange, signal: AbortSignal): Promise<LedgerExport> {
  const accounts = await readPartyAccounts(db, range, signal)
  const [missing, bySides] = await Promise.all([missingLedgerIndexes(db, signal), isLedgerBySides(db, signal)])
  return { range, accounts, bySides, hasIndexes: missing.length === 0 }
}

/** The CSV lines of an export by entry time, without the header (decision 4). Rejects as Db.rows does. */
export async function* readLedgerLines(
  db: Reads & Pick<ExportReads, 'spare' | 'maxBlockTime'>,
  prepared: LedgerExport,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { accounts, hasIndexes } = prepared
  const range = { ...prepared.range, maxBlockTime: db.maxBlockTime }
  if (accounts.length === 0) return
  const bounds = { start: range.start ?? earliest, end: range.end ?? latest }
  if (hasIndexes) yield* readSlices({ ...prepared, range, db, signal }, bounds)
  else yield* copiedLines(db.copy(sortedQuery(accounts, range, bounds), signal))
}

/** Unix microseconds; the range is cut to whole seconds before it reaches the ledger (wire.md 5.3). */
const wholeSeconds = (nanoseconds: string | undefined): bigint | undefined =>
  nanoseconds === undefined ? undefined : floorDivide(BigInt(nanoseconds), 1_000_000_000n) * 1_000_000n

/** RFC3339 with the colons replaced, which turns the zone of UTC into `Z_00` (wire.md 5.1). */
const dateInName = (microseconds: bigint): string =>
  `${timestampText(microseconds).slice(0, 19).replaceAll(':', '_')}Z_00`

function filenameOf(partyId: string, assetId: string | undefined, { start, end }: LedgerRange): string {
  const asset = assetId === undefined ? '' : `_${assetId}`
  const from = start === undefined ? '' : `_${dateInName(start)}`
  const to = end === undefined ? '' : `-${dateInName(end)}`
  return `ledger_entries_${partyId}${asset}_${from}${to}.csv`
}

const refusal = { message: 'failed to export ledger entries', code: 260_002, during: 'copying to stdout: ' }

async function* linesOf({ db, signal }: Context, prepared: LedgerExport): AsyncGenerator<Uint8Array> {
  const reads = await db.openExport(signal)
  try {
    yield host.encode(`${ledgerColumns.join(',')}\n`)
    yield* readLedgerLines(reads, prepared, signal)
  } catch (error) {
    throw toFault(refusal, error)
  } finally {
    reads.close()
  }
}

/** A party's ledger entries as CSV. The export is admitted before the first byte, the header sent at once. */
export async function exportLedger(
  context: Context,
  { partyId, assetId, dateRange }: Params<typeof exportLedgerEntries>,
): Promise<{ filename: string; chunks: AsyncIterable<Uint8Array> }> {
  if (partyId === '') throw invalid('missing party id', '', 10_014)
  if (!isFullId(partyId)) throw invalid('invalid party id')
  if (assetId !== undefined && !isFullId(assetId)) throw invalid('invalid asset ID', '', 10_038)
  const range: LedgerRange = {
    party: idBytes(partyId),
    asset: assetId === undefined ? undefined : idBytes(assetId),
    start: wholeSeconds(dateRange?.startTimestamp),
    end: wholeSeconds(dateRange?.endTimestamp),
  }
  const prepared = await withRefusal(refusal, () => prepareLedgerExport(context.db, range, context.signal))
  return { filename: filenameOf(partyId, assetId, range), chunks: linesOf(context, prepared) }
}
