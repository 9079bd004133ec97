/** A database as the service sees it: static SQL in, text out. Two adapters: PGlite and PostgreSQL. */

export type SqlValue = string | null | readonly string[]

const quoted = (element: string): string => `"${element.replaceAll(/["\\]/g, String.raw`\$&`)}"`

/** A parameter in PostgreSQL's text form: text stays text, a list becomes an array literal such as `{"a","b"}`. */
export const parameterText = (value: SqlValue): string | null =>
  value === null || typeof value === 'string' ? value : `{${value.map(quoted).join(',')}}`

/** Every column arrives as PostgreSQL's text form; no driver ever turns it into a number or a date. */
export type SqlRow = readonly (string | null)[]

/** A value for each database, made when it is first needed and dropped together with the database. */
export function perDatabase<T>(make: (db: Db) => T): (db: Db) => T {
  const values = new WeakMap<Db, T>()
  return (db) => {
    const value = values.get(db) ?? make(db)
    values.set(db, value)
    return value
  }
}

/** Milliseconds that a fact of a database's layout is believed: an operator may change it under a running service. */
export const factAgeMs = 5 * 60_000

/** `read` for each database, again after five minutes; a value for which `isSettled` is false is read by every caller. */
export function factPerDatabase<T>(
  read: (db: Db, signal?: AbortSignal) => Promise<T>,
  isSettled: (value: T) => boolean = () => true,
): (db: Db, signal?: AbortSignal) => Promise<T> {
  const facts = new WeakMap<Db, { readAt: number; value: T }>()
  return async (db, signal) => {
    const cached = facts.get(db)
    if (cached && performance.now() - cached.readAt < factAgeMs) return cached.value
    const value = await read(db, signal)
    if (isSettled(value)) facts.set(db, { readAt: performance.now(), value })
    else facts.delete(db)
    return value
  }
}

export interface Reads {
  /**
   * Rows of one read, each an array of columns as text. `$n` parameters carry explicit casts in the SQL.
   * An aborted signal cancels the query and rejects. Rejects with a Fault of code 14 while the database is away or busy.
   */
  rows(sql: string, params?: readonly SqlValue[], signal?: AbortSignal): Promise<SqlRow[]>
  /** The bytes of `copy (query) to stdout`. COPY takes no parameters: inline validated values only. */
  copy(query: string, signal?: AbortSignal): AsyncIterable<Uint8Array>
}

/** The reads of one admitted export, which are no longer refused as busy. `close` admits the next one. */
export interface ExportReads extends Reads {
  /** Idle connections that no request waits for; absent where there is one for all. */
  spare?: () => number
  /**
   * The time of the newest block that the export has, in Unix microseconds, where it may be read from several servers; absent
   * where there is one.
   */
  maxBlockTime?: bigint
  close(): void
}

/** One of several servers of the same database. */
export interface HostState {
  /** `host:port`. */
  name: string
  /** Read; next to be read; not yet at the newest block; too far behind; without an answer; not of the wanted kind; no report yet. */
  state: 'in use' | 'spare' | 'catching up' | 'behind' | 'away' | 'not wanted' | 'unknown'
  /** Blocks behind the newest one; absent while the host does not answer. */
  lag?: number
  isStandby: boolean
}

/** Queue statistics since process start. */
export interface QueueState {
  /** What is waited for: `pages`, `exports`, or `copies`, the connections that exports share. */
  name: string
  capacity: number
  running: number
  waiting: number
  started: number
  refused: number
  waitedSeconds: number
}

export interface Db extends Reads {
  /** Admits an export for its whole life. Rejects with a Fault of code 14 when too many run or the database is away. */
  openExport(signal?: AbortSignal): Promise<ExportReads>
  /** How busy the database is; absent where nothing counts it. */
  queues?: () => QueueState[]
  /** Aborts with a sentence as its reason when the database is gone for good; absent where it can recover. */
  readonly lost?: AbortSignal | undefined
  /** The servers of the database; absent where there is one. */
  hosts?: () => HostState[]
  /** The height of the newest block that any read has shown, where several servers might show an older one; absent else. */
  shownHeight?: () => bigint
  close(): Promise<void>
}

/** What loading archives and the demo network need besides. Operations never get it. */
export interface WritableDb extends Db {
  /** Runs statements without parameters, several at once if need be. */
  exec(sql: string): Promise<void>
  load(copyFrom: string, chunks: AsyncIterable<Uint8Array | string>): Promise<void>
  /** All of `work` or nothing. Reads inside see its own writes; other callers wait or read the old state. */
  transaction<T>(work: (db: WritableDb) => Promise<T>): Promise<T>
  /** Puts what is committed on the disk, safe from a power cut; absent where each commit does. */
  sync?: () => Promise<void>
}

/** A statement that the database refused. Both drivers throw it in place of their own errors. */
export class StatementError extends Error {
  override readonly name = 'StatementError'

  /** `sqlState`: five characters, or empty. `where`: the place in a COPY or a function, in PostgreSQL's words, or empty. */
  constructor(
    message: string,
    readonly sqlState = '',
    readonly where = '',
  ) {
    super(message)
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A driver's error with an SQLSTATE as a StatementError; anything else unchanged. */
export function statementError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StatementError || !('code' in error)) return error
  if (!/^[0-9A-Z]{5}$/.test(text(error.code)) || !('severity' in error)) return error
  return new StatementError(error.message, text(error.code), 'where' in error ? text(error.where) : '')
}

/** The SQLSTATE of a statement that the database refused; empty for any other error. */
export function sqlStateOf(error: unknown): string {
  const mapped = statementError(error)
  return mapped instanceof StatementError ? mapped.sqlState : ''
}

/** One connection, used by a single caller. Rejects with StatementError, or with a Fault while the database is away. */
export interface Connection {
  rows(sql: string, params: readonly SqlValue[]): Promise<SqlRow[]>
  exec(sql: string): Promise<void>
  /** All bytes of `copy (query) to`: a reader that stopped half-way would leave the connection in the middle of it. */
  copyOut(query: string): Promise<Uint8Array<ArrayBuffer>>
  load(copyFrom: string, chunks: AsyncIterable<Uint8Array | string>): Promise<void>
}

/** Runs `work` in a transaction on `connection`. Rolls back when it rejects, or when any of its statements failed. */
export async function runTransaction<T>(
  connection: Connection,
  work: (db: WritableDb) => Promise<T>,
  begin = 'begin',
): Promise<T> {
  let failed = false
  async function watch<Result>(statement: Promise<Result>): Promise<Result> {
    try {
      return await statement
    } catch (error) {
      failed = true
      throw error
    }
  }
  const inside: WritableDb = {
    rows: (sql, params = []) => watch(connection.rows(sql, params)),
    async *copy(query) {
      yield await watch(connection.copyOut(query))
    },
    exec: (sql) => watch(connection.exec(sql)),
    load: (copyFrom, chunks) => watch(connection.load(copyFrom, chunks)),
    transaction: (nested) => nested(inside),
    openExport: () => Promise.resolve(inside),
    close: () => Promise.resolve(),
  }
  await connection.exec(begin)
  try {
    const result = await work(inside)
    // PostgreSQL would turn this commit into a rollback without an error.
    if (failed) throw new Error('A statement of the transaction failed, so nothing of it was kept.')
    await connection.exec('commit')
    return result
  } catch (error) {
    // Its own failure, as on a full disk, must not hide why there is something to roll back.
    await connection.exec('rollback').catch(() => {})
    throw error
  }
}
