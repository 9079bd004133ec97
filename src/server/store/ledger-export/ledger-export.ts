import { copiedRow } from './binary-copy-row.ts'
import type { Db, Reads } from '../db.ts'
import { copiedLines } from './copied-lines.ts'
import { missingLedgerIndexes } from './indexes.ts'
import { type PartyAccount, type Way, linesQuery, sortedQuery } from './lines.ts'
import { Parameters, earliest, latest, timestampText } from '../sql.ts'

/** Whose entries. Ids are stored bytes such as `\x03ab`; bounds are Unix microseconds, start inclusive, end exclusive. */
export interface LedgerRange {
  party: string
  /** Compared with the sending account's asset (wire.md 5.3). */
  asset: string | undefined
  start: bigint | undefined
  end: bigint | undefined
}

/**
 * Rows of one COPY: at most, and what is aimed at. A good megabyte, so that memory stays small and other requests come in
 * between.
 */
const maxRows = 4000
const wantedRows = 3000
/** How many slices are read in one way before it is asked again whether it is the better one. */
const sameWay = 32
const day = 86_400_000_000n

/** The party's accounts: the ledger is reached through them, because an OR over joined accounts would scan all of it. */
export async function readPartyAccounts(db: Reads, range: LedgerRange, signal?: AbortSignal): Promise<PartyAccount[]> {
  const { bind, values } = new Parameters()
  const party = bind(range.party, 'bytea')
  const sends = range.asset === undefined ? 'true' : `a.asset_id = ${bind(range.asset, 'bytea')}`
  const sql = `
    select a.id::text, case when ${sends} then 'yes' else 'no' end from accounts a where a.party_id = ${party}`
  const rows = await db.rows(sql, values, signal)
  return rows.map(([bytes, sends]) => ({ bytes: bytes ?? '', sends: sends === 'yes' }))
}

/**
 * The first entry of the party from a time on; undefined when there is none. One step down the index of (account, entry time)
 * for each account, on either side of the entries.
 */
async function readFirstEntry(
  db: Reads,
  party: readonly PartyAccount[],
  from: bigint,
  end: bigint,
  signal: AbortSignal | undefined,
): Promise<bigint | undefined> {
  const { bind, values } = new Parameters()
  const [start, before] = [from, end].map((time) => bind(timestampText(time), 'timestamptz'))
  const side = (accounts: readonly PartyAccount[], column: string): string => `
    select entry.at from unnest(${bind(
      accounts.map(({ bytes }) => bytes),
      'bytea[]',
    )}) as account (id) cross join lateral (
      select l.ledger_entry_time as at from ledger l
      where l.${column} = account.id and l.ledger_entry_time >= ${start} and l.ledger_entry_time < ${before}
      order by l.ledger_entry_time limit 1) entry`
  const senders = side(
    party.filter(({ sends }) => sends),
    'account_from_id',
  )
  const sql = `
    select (extract(epoch from min(e.at)) * 1000000)::bigint::text
    from (${senders} union all ${side(party, 'account_to_id')}) e`
  const [row] = await db.rows(sql, values, signal)
  return row?.[0] ? BigInt(row[0]) : undefined
}

/** A slice that was read: its bounds and how many rows of the party it has. */
interface Read {
  start: bigint
  end: bigint
  rows: number
}

/** Whether no more than half of all entries of a slice are somebody else's. */
async function isMostlyOwn(db: Reads, { start, end, rows }: Read, signal: AbortSignal | undefined): Promise<boolean> {
  const { bind, values } = new Parameters()
  const [from, before] = [start, end].map((time) => bind(timestampText(time), 'timestamptz'))
  const sql = `
    select count(*)::text from (
      select from ledger l where l.ledger_entry_time >= ${from} and l.ledger_entry_time < ${before} limit ${2 * rows + 1}) e`
  const [row] = await db.rows(sql, values, signal)
  return Number(row?.[0]) <= 2 * rows
}

/** Where the next slice may start, and how far it is to reach so that it holds the rows that are aimed at. */
interface Step {
  from: bigint
  width: bigint
  before?: Read
  way: Way
  /** How many slices are read in this way before it is asked again; none is left at first and after a small slice. */
  left: number
}

/** The way of the next slice and for how many more. */
async function wayOf(db: Reads, { before, way, left }: Step, signal: AbortSignal | undefined): Promise<[Way, number]> {
  // A small slice says little of whose the entries are, and is read quickly in any way.
  if (before === undefined || before.rows < wantedRows / 4) return ['accounts', 0]
  if (left > 0) return [way, left - 1]
  return [(await isMostlyOwn(db, before, signal)) ? 'times' : 'accounts', sameWay]
}

/** Reads the lines of the next slice and finds the step after it; undefined behind the last entry. */
async function readSlice(
  db: Reads,
  accounts: readonly PartyAccount[],
  range: LedgerRange,
  step: Step,
  signal: AbortSignal | undefined,
): Promise<{ lines: AsyncIterable<Uint8Array>; leave: () => void; next: Step } | undefined> {
  const { from, width, before } = step
  const behind = range.end ?? latest
  // Nothing came from the stretch before: the next entry may be far away.
  const silent = before === undefined || before.rows === 0
  const start = silent ? await readFirstEntry(db, accounts, from, behind, signal) : from
  if (start === undefined || start >= behind) return undefined
  const [way, left] = await wayOf(db, step, signal)
  const end = start + width < behind ? start + width : behind
  const query = linesQuery(accounts, range, { start, end, most: maxRows }, way)
  const { fields, last: lines, leave } = await copiedRow(db.copy(query, signal, 'binary'))
  const [count, until] = fields
  const rows = Number(count)
  // As many rows as may be: the slice ends behind the last of them, for entry times are unique.
  const whole = rows < maxRows
  const reached = whole || until === undefined ? end : BigInt(until) + 1n
  const fitting = ((reached - start) * BigInt(wantedRows)) / BigInt(Math.max(rows, 1)) + 1n
  const most = width * 4n
  const read = { start, end: reached, rows }
  return {
    lines,
    leave,
    next: { from: reached, width: rows > 0 && fitting < most ? fitting : most, before: read, way, left },
  }
}

/** How the CSV lines of the range are read in order of entry time, without the header. Rejects as Db.rows does. */
export type ReadLedger = (
  db: Reads,
  range: LedgerRange,
  accounts: readonly PartyAccount[],
  signal?: AbortSignal,
) => AsyncGenerator<Uint8Array>

/**
 * With indexes of an account's entries in time one slice after the other, without them in one sorted read: a slice would
 * look through all entries of an account for its own.
 */
export const wayToReadLedger = async (db: Db, signal?: AbortSignal): Promise<ReadLedger> =>
  (await missingLedgerIndexes(db, signal)).length === 0 ? readSlices : readSorted

async function* readSorted(
  db: Reads,
  range: LedgerRange,
  accounts: readonly PartyAccount[],
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  if (accounts.length === 0) return
  const bounds = { start: range.start ?? earliest, end: range.end ?? latest }
  yield* copiedLines(db.copy(sortedQuery(accounts, range, bounds), signal))
}

/**
 * One COPY a slice of some thousand rows. How far the next slice reaches follows from how many rows the last one held;
 * stretches without entries are stepped over.
 */
async function* readSlices(
  db: Reads,
  range: LedgerRange,
  accounts: readonly PartyAccount[],
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  if (accounts.length === 0) return
  const read = (step: Step) => {
    const slice = readSlice(db, accounts, range, step, signal)
    // While a slice is on its way nobody waits for the next one; its failure is told when it is its turn.
    slice.catch(() => {})
    return slice
  }
  let reading = read({ from: range.start ?? earliest, width: day, way: 'accounts', left: 0 })
  try {
    for (let slice = await reading; slice; slice = await reading) {
      reading = read(slice.next)
      yield* slice.lines
    }
  } finally {
    // A reader that leaves early leaves a slice behind that nobody wants.
    void reading.then((slice) => slice?.leave()).catch(() => {})
  }
}
