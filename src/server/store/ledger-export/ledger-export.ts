import type { Db, Reads } from '../db.ts'
import { copiedLines } from './copied-lines.ts'
import { missingLedgerIndexes } from './indexes.ts'
import { type PartyAccount, type Slice, type Way, inTime, linesQuery, sortedQuery } from './lines.ts'
import { Parameters, earliest, latest, microsecondsSql } from '../sql.ts'

/** Whose entries. Ids are stored bytes such as `\x03ab`; bounds are Unix microseconds, start inclusive, end exclusive. */
export interface LedgerRange {
  party: string
  /** Compared with the sending account's asset (wire.md 5.3). */
  asset: string | undefined
  start: bigint | undefined
  end: bigint | undefined
}

/** Rows of one slice: the limit and the goal. About a megabyte, so that memory stays small and other requests run in between. */
const maxRows = 4000
const targetRows = 3000
/** Slices that are read in one way before the choice is checked again. */
const slicesPerWay = 32
const day = 86_400_000_000n

/** An export whose entries can be read: the accounts of the party, and whether the ledger has the indexes for slices. */
export interface LedgerExport {
  range: LedgerRange
  accounts: readonly PartyAccount[]
  hasIndexes: boolean
}

interface Reading extends LedgerExport {
  db: Reads
  signal: AbortSignal | undefined
}

/** The party's accounts: the ledger is read through them, because an OR over joined accounts would scan all of it. */
export async function readPartyAccounts(db: Reads, range: LedgerRange, signal?: AbortSignal): Promise<PartyAccount[]> {
  const { bind, values } = new Parameters()
  const party = bind(range.party, 'bytea')
  const sends = range.asset === undefined ? 'true' : `a.asset_id = ${bind(range.asset, 'bytea')}`
  const sql = `
    select a.id::text, case when ${sends} then 'yes' else 'no' end from accounts a where a.party_id = ${party}`
  const rows = await db.rows(sql, values, signal)
  return rows.map(([bytes, sends]) => ({ bytes: bytes ?? '', sends: sends === 'yes' }))
}

export async function prepareLedgerExport(db: Db, range: LedgerRange, signal: AbortSignal): Promise<LedgerExport> {
  const accounts = await readPartyAccounts(db, range, signal)
  return { range, accounts, hasIndexes: (await missingLedgerIndexes(db, signal)).length === 0 }
}

/** The time of the party's first entry within a span, one step down the index for each account and side; or undefined. */
async function readFirstEntry(
  { db, accounts, signal }: Reading,
  span: Omit<Slice, 'maxLines'>,
): Promise<bigint | undefined> {
  const { bind, values } = new Parameters()
  const side = (accounts: readonly PartyAccount[], column: string): string => {
    const ids = accounts.map(({ bytes }) => bytes)
    return `
      select entry.at from unnest(${bind(ids, 'bytea[]')}) as account (id) cross join lateral (
        select l.ledger_entry_time as at from ledger l
        where l.${column} = account.id and ${inTime(span)}
        order by l.ledger_entry_time limit 1) entry`
  }
  const senders = accounts.filter(({ sends }) => sends)
  const sql = `
    select ${microsecondsSql('min(e.at)')}
    from (${side(senders, 'account_from_id')} union all ${side(accounts, 'account_to_id')}) e`
  const [row] = await db.rows(sql, values, signal)
  return row?.[0] ? BigInt(row[0]) : undefined
}

/** A slice that was read: its bounds and how many rows of the party it has. */
interface ReadSlice {
  start: bigint
  end: bigint
  rows: number
}

/** True when at least half of all entries of a slice are the party's. */
async function isMostlyOwn({ db, signal }: Reading, slice: ReadSlice): Promise<boolean> {
  const { rows } = slice
  const sql = `select count(*)::text from (select from ledger l where ${inTime(slice)} limit ${2 * rows + 1}) e`
  const [row] = await db.rows(sql, [], signal)
  return Number(row?.[0]) <= 2 * rows
}

/** Where the next slice starts, and how wide it must be to hold the target number of rows. */
interface Step {
  from: bigint
  width: bigint
  previous?: ReadSlice
  way: Way
  /** Further slices in this way before the choice is checked again; 0 at first and after a small slice. */
  left: number
}

/** The way of the next slice and for how many more. */
async function chooseWay(reading: Reading, { previous, way, left }: Step): Promise<[Way, number]> {
  // A small slice does not tell whose the entries are, and is fast in either way.
  if (previous === undefined || previous.rows < targetRows / 4) return ['accounts', 0]
  if (left > 0) return [way, left - 1]
  return [(await isMostlyOwn(reading, previous)) ? 'times' : 'accounts', slicesPerWay]
}

/** Reads the lines of the next slice and finds the step after it; undefined after the last entry. */
async function readSlice(reading: Reading, step: Step): Promise<{ lines: string; next: Step } | undefined> {
  const { db, range, accounts, signal } = reading
  const { from, width } = step
  const rangeEnd = range.end ?? latest
  // After an empty slice the next entry may be far away.
  const isGap = !step.previous?.rows
  const start = isGap ? await readFirstEntry(reading, { start: from, end: rangeEnd }) : from
  if (start === undefined || start >= rangeEnd) return undefined
  const [way, left] = await chooseWay(reading, step)
  const end = start + width < rangeEnd ? start + width : rangeEnd
  const query = linesQuery(accounts, range, { start, end, maxLines: maxRows }, way)
  const [[count, until, lines] = []] = await db.rows(query, [], signal)
  const rows = Number(count)
  // At the limit the slice ends after its last row: entry times are unique.
  const reached = rows < maxRows || !until ? end : BigInt(until) + 1n
  const fitting = ((reached - start) * BigInt(targetRows)) / BigInt(Math.max(rows, 1)) + 1n
  const maxWidth = width * 4n
  const nextWidth = rows > 0 && fitting < maxWidth ? fitting : maxWidth
  const previous = { start, end: reached, rows }
  return { lines: lines ?? '', next: { from: reached, width: nextWidth, previous, way, left } }
}

/** The CSV lines of an export by entry time, without the header (decision 16). Rejects as Db.rows does. */
export async function* readLedgerLines(
  db: Reads,
  prepared: LedgerExport,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { range, accounts, hasIndexes } = prepared
  if (accounts.length === 0) return
  const bounds = { start: range.start ?? earliest, end: range.end ?? latest }
  if (hasIndexes) yield* readSlices({ ...prepared, db, signal }, bounds.start)
  else yield* copiedLines(db.copy(sortedQuery(accounts, range, bounds), signal))
}

/** Slices of some thousand rows, each read while the one before it is sent; gaps without entries are skipped. */
async function* readSlices(reading: Reading, start: bigint): AsyncGenerator<Uint8Array> {
  const begin = (step: Step) => {
    const slice = readSlice(reading, step)
    // Its failure is reported when it is awaited, after the lines of the slice before it.
    slice.catch(() => {})
    return slice
  }
  let pending = begin({ from: start, width: day, way: 'accounts', left: 0 })
  for (let slice = await pending; slice; slice = await pending) {
    pending = begin(slice.next)
    if (slice.lines !== '') yield Buffer.from(slice.lines)
  }
}
