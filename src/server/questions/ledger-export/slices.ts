import { host } from '#host'
import type { ExportReads, Reads } from '../../database/db.ts'
import {
  type PartyAccount,
  type Slice,
  type SliceStrategy,
  type TimeSpan,
  inBlocks,
  inTime,
  linesQuery,
  onSide,
  sideOrder,
} from './lines.ts'
import { StatementParameters, microsecondsSql } from '../../sql/statement.ts'

/** Whose entries. Ids are stored bytes such as `\x03ab`; bounds are Unix microseconds, start inclusive, end exclusive. */
export interface LedgerRange {
  party: string
  /** Compared with the sending account's asset (wire.md 5.3). */
  asset: string | undefined
  start: bigint | undefined
  end: bigint | undefined
  /** The time of the newest block in the export, in Unix microseconds; without it all there is. */
  maxBlockTime?: bigint | undefined
}

/** An export whose entries can be read: the accounts of the party, and whether the ledger has the indexes for slices. */
export interface LedgerExport {
  range: LedgerRange
  accounts: readonly PartyAccount[]
  hasIndexes: boolean
  /** The ledger has a row for each account of an entry. */
  bySides: boolean
}

interface ExportPlan extends LedgerExport {
  db: Reads & Pick<ExportReads, 'spare'>
  signal: AbortSignal | undefined
}

/** Rows of one slice: the limit and the goal. About a megabyte, so that memory stays small and other requests run in between. */
const maxRows = 4000
const targetRows = 3000
/** Rows of the first slice: it is short, so that the first rows do not wait for a megabyte. */
const firstRows = 100
/** Slices that are read in one strategy before the choice is checked again. */
const slicesPerStrategy = 32
const day = 86_400_000_000n
/** Slices that one export has in flight at most, where connections are free; each is about a megabyte of memory. */
const maxAhead = 3

/** The time of the party's first entry within a span, one step down the index for each account and side; or undefined. */
async function readFirstEntry(
  { db, range, accounts, bySides, signal }: ExportPlan,
  span: TimeSpan,
): Promise<bigint | undefined> {
  const { bind, values } = new StatementParameters()
  const first = (where: string, order = 'l.ledger_entry_time'): string => `
    select l.ledger_entry_time as at from ledger l
    where ${where} ${inBlocks(range)}
    order by ${order} limit 1`
  const side = (accounts: readonly PartyAccount[], column: string): string => {
    const ids = accounts.map(({ bytes }) => bytes)
    return `
      select entry.at from unnest(${bind(ids, 'bytea[]')}) as account (id) cross join lateral (
        ${first(onSide(column, span), sideOrder(column))}) entry`
  }
  const senders = accounts.filter(({ sends }) => sends)
  const found = bySides
    ? accounts.map(({ bytes }) => `(${first(`l.account_id = ${bind(bytes, 'bytea')} and ${inTime(span)}`)})`)
    : [side(senders, 'account_from_id'), side(accounts, 'account_to_id')]
  const sql = `select ${microsecondsSql('min(e.at)')} from (${found.join(' union all ')}) e`
  const [row] = await db.rows(sql, values, signal)
  return row?.[0] ? BigInt(row[0]) : undefined
}

/** A slice that was read: its bounds and how many rows of the party it has. */
interface ReadSlice extends TimeSpan {
  rows: number
}

/** True when at least half of all entries of a slice are the party's. */
async function isMostlyOwn({ db, signal }: ExportPlan, slice: ReadSlice): Promise<boolean> {
  const { rows } = slice
  const sql = `select count(*)::text from (select from ledger l where ${inTime(slice)} limit ${2 * rows + 1}) e`
  const [row] = await db.rows(sql, [], signal)
  return Number(row?.[0]) <= 2 * rows
}

/** The lines of a slice, and where it ended: before the end of its span when that has more rows than the limit. */
interface LinesRead extends ReadSlice {
  lines: string
}

async function readLines(
  { db, range, accounts, signal }: ExportPlan,
  slice: Slice,
  strategy: SliceStrategy,
): Promise<LinesRead> {
  const { start, end, maxLines } = slice
  const query = linesQuery(accounts, range, slice, strategy)
  const [[count, lastTime, lines] = []] = await db.rows(query, [], signal)
  const rows = Number(count)
  // At the limit the slice ends after its last row: entry times are unique.
  return { start, end: rows < maxLines || !lastTime ? end : BigInt(lastTime) + 1n, rows, lines: lines ?? '' }
}

/** Spans that are being read, in the order of their entries, and how wide and in which strategy the next one is read. */
class SlicesAhead {
  readonly #inFlight: { span: TimeSpan; read: Promise<LinesRead> }[] = []
  #width = day
  #strategy: SliceStrategy
  /** Further slices in this strategy before the choice is checked again; 0 at first and after a small slice. */
  #left = 0
  #previous: ReadSlice | undefined
  #from: bigint

  constructor(
    private readonly plan: ExportPlan,
    private readonly bounds: TimeSpan,
  ) {
    this.#from = bounds.start
    this.#strategy = plan.bySides ? 'sides' : 'accounts'
  }

  /** The next lines in their order, or undefined after the last entry. */
  async next(): Promise<LinesRead | undefined> {
    // After an empty slice the next entry may be far away.
    if (this.#inFlight.length === 0 && !this.#previous?.rows && !(await this.#skipGap())) return undefined
    this.#fill()
    const oldest = this.#inFlight.shift()
    if (!oldest) return undefined
    const slice = await oldest.read
    // The rest is read before the spans that are in flight already.
    if (slice.end < oldest.span.end) this.#readRest({ start: slice.end, end: oldest.span.end })
    await this.#learn(slice)
    this.#fill()
    return slice
  }

  async #skipGap(): Promise<boolean> {
    const { end } = this.bounds
    const first = await readFirstEntry(this.plan, { start: this.#from, end })
    if (first === undefined || first >= end) return false
    this.#from = first
    this.#begin({ start: first, end: this.#endOf(first) })
    return true
  }

  #endOf(start: bigint): bigint {
    const { end } = this.bounds
    return start + this.#width < end ? start + this.#width : end
  }

  #readRest(rest: TimeSpan): void {
    if (this.#inFlight.length === 0) this.#from = rest.start
    else this.#inFlight.unshift(this.#started(rest))
  }

  #started(span: TimeSpan): { span: TimeSpan; read: Promise<LinesRead> } {
    const read = readLines(this.plan, { ...span, maxLines: this.#previous ? maxRows : firstRows }, this.#strategy)
    // Its failure is reported when it is awaited, after the lines of the slices before it.
    read.catch(() => {})
    return { span, read }
  }

  #begin(span: TimeSpan): void {
    this.#inFlight.push(this.#started(span))
    this.#from = span.end
  }

  /** Reads ahead while there is room: one slice, and more on idle connections. */
  #fill(): void {
    while (this.#previous?.rows && this.#from < this.bounds.end && this.#inFlight.length < maxAhead) {
      const isFull = this.#previous.rows >= targetRows / 4
      const hasRoom = isFull && (this.plan.db.spare?.() ?? 0) > 0
      if (this.#inFlight.length > 0 && !hasRoom) return
      this.#begin({ start: this.#from, end: this.#endOf(this.#from) })
    }
  }

  /** Chooses the width and the strategy of the slices that are not being read yet. */
  async #learn(slice: ReadSlice): Promise<void> {
    const { start, end, rows } = slice
    const fitting = ((end - start) * BigInt(targetRows)) / BigInt(Math.max(rows, 1)) + 1n
    const maxWidth = this.#width * 4n
    this.#width = rows > 0 && fitting < maxWidth ? fitting : maxWidth
    this.#previous = slice
    if (this.plan.bySides) return
    // A small slice does not tell whose the entries are, and is fast in either strategy.
    if (rows < targetRows / 4) [this.#strategy, this.#left] = ['accounts', 0]
    else if (this.#left > 0) this.#left -= 1
    else
      [this.#strategy, this.#left] = [(await isMostlyOwn(this.plan, slice)) ? 'times' : 'accounts', slicesPerStrategy]
  }
}

/** The lines of an export slice by slice, some thousand rows each, read ahead; gaps without entries are skipped. */
export async function* readSlices(plan: ExportPlan, bounds: TimeSpan): AsyncGenerator<Uint8Array> {
  const ended = new AbortController()
  const signal = plan.signal ? AbortSignal.any([plan.signal, ended.signal]) : ended.signal
  const slices = new SlicesAhead({ ...plan, signal }, bounds)
  try {
    for (let slice = await slices.next(); slice; slice = await slices.next()) {
      if (slice.lines !== '') yield host.encode(slice.lines)
    }
  } finally {
    ended.abort()
  }
}
