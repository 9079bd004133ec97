import type { Db } from './db.ts'
import { type PartyAccount, type Slice, assetField, linesQuery, ownerFields } from './ledger-lines.ts'
import { Parameters, timestampText } from './sql.ts'

/** Whose entries. Ids are stored bytes such as `\x03ab`; bounds are Unix microseconds, start inclusive, end exclusive. */
export interface LedgerRange {
  party: string
  /** Compared with the sending account's asset (wire.md 5.3). */
  asset: string | undefined
  start: bigint | undefined
  end: bigint | undefined
}

/** Rows of one COPY: a good megabyte, so that memory stays small and other requests come in between. */
const rowsPerSlice = 2000
const day = 86_400_000_000n
const earliest = -62_135_596_800_000_000n
const latest = 253_402_300_799_000_000n

/** The party's accounts: the ledger is reached through them, because an OR over joined accounts would scan all of it. */
export async function readPartyAccounts(db: Db, range: LedgerRange, signal?: AbortSignal): Promise<PartyAccount[]> {
  const { bind, values } = new Parameters()
  const party = bind(range.party, 'bytea')
  const sends = range.asset === undefined ? 'true' : `a.asset_id = ${bind(range.asset, 'bytea')}`
  const sql = `
    select a.id::text, ${assetField('a')}, ${ownerFields('a')}, case when ${sends} then 'yes' else 'no' end
    from accounts a where a.party_id = ${party}`
  const rows = await db.rows(sql, values, signal)
  return rows.map(([bytes, asset, owner, sends]) => ({
    bytes: bytes ?? '',
    asset: asset ?? '',
    owner: owner ?? '',
    sends: sends === 'yes',
  }))
}

const microseconds = (column: string): string => `(extract(epoch from ${column}) * 1000000)::bigint::text`

/** One step down the index of (account, entry time) for each account, on either side of the entries. */
function entryTimes(senders: string, receivers: string, conditions: string, limit: number): string {
  const side = (accounts: string, column: string): string => `
    select entry.at from unnest(${accounts}) as account (id) cross join lateral (
      select l.ledger_entry_time as at from ledger l
      where l.${column} = account.id and ${conditions}
      order by l.ledger_entry_time limit ${String(limit)}) entry`
  return `${side(senders, 'account_from_id')} union all ${side(receivers, 'account_to_id')}`
}

/** Asks for one instant out of the party's entry times within a slice. */
async function readInstant(
  db: Db,
  party: readonly PartyAccount[],
  { start, end }: Slice,
  each: number,
  pick: (times: string) => string,
  signal: AbortSignal | undefined,
): Promise<bigint | undefined> {
  const { bind, values } = new Parameters()
  const bytes = (accounts: readonly PartyAccount[]): string =>
    bind(
      accounts.map((account) => account.bytes),
      'bytea[]',
    )
  const accounts = [bytes(party.filter(({ sends }) => sends)), bytes(party)] as const
  const within = `l.ledger_entry_time >= ${bind(timestampText(start), 'timestamptz')}
    and l.ledger_entry_time < ${bind(timestampText(end), 'timestamptz')}`
  const [row] = await db.rows(pick(`(${entryTimes(...accounts, within, each)}) e`), values, signal)
  return row?.[0] ? BigInt(row[0]) : undefined
}

/** The first entry of a slice; undefined when it is empty. */
const readFirstEntry = (db: Db, accounts: readonly PartyAccount[], slice: Slice, signal?: AbortSignal) =>
  readInstant(db, accounts, slice, 1, (times) => `select ${microseconds('min(e.at)')} from ${times}`, signal)

/**
 * Where a slice must end so that it holds no more rows than wanted; undefined when all of it may be read at once. An
 * entry between two accounts of the party counts twice, which only makes the slice smaller.
 */
const readBoundary = (db: Db, accounts: readonly PartyAccount[], slice: Slice, signal?: AbortSignal) =>
  readInstant(
    db,
    accounts,
    slice,
    rowsPerSlice + 1,
    (times) => `select ${microseconds('e.at')} from ${times} order by e.at offset ${String(rowsPerSlice)} limit 1`,
    signal,
  )

/** Where the next slice may start, and how far it may reach: as far as it takes to be full. */
interface Step {
  from: bigint
  width: bigint
  /** An entry is known to be at `from`. */
  sure: boolean
}

/** Finds the next slice with entries in it, and the step after it; undefined behind the last entry. */
async function nextSlice(
  db: Db,
  accounts: readonly PartyAccount[],
  step: Step,
  end: bigint,
  signal: AbortSignal | undefined,
): Promise<{ slice: Slice; next: Step } | undefined> {
  const start = step.sure ? step.from : await readFirstEntry(db, accounts, { start: step.from, end }, signal)
  if (start === undefined || start >= end) return undefined
  const reach = start + step.width
  const slice = { start, end: reach < end ? reach : end }
  const boundary = await readBoundary(db, accounts, slice, signal)
  if (boundary === undefined) return { slice, next: { from: slice.end, width: step.width * 4n, sure: false } }
  return {
    slice: { start, end: boundary },
    next: { from: boundary, width: (boundary - start) * 2n, sure: true },
  }
}

/**
 * The CSV lines of the range in order of entry time, without the header, one COPY a slice. A slice ends where it would
 * hold more than about two thousand rows; stretches without entries are stepped over. Rejects as Db.rows does.
 */
export async function* readLedger(
  db: Db,
  range: LedgerRange,
  accounts: readonly PartyAccount[],
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const end = range.end ?? latest
  const find = (step: Step) => {
    const found = nextSlice(db, accounts, step, end, signal)
    // While a slice is on its way nobody waits for the next one; its failure is told when it is its turn.
    found.catch(() => {})
    return found
  }
  let finding = find({ from: range.start ?? earliest, width: day, sure: false })
  for (let found = await finding; found; found = await finding) {
    finding = find(found.next)
    yield* db.copy(linesQuery(accounts, range, found.slice), signal)
  }
}
