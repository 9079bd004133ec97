/** A database as the service sees it: static SQL in, text out. Two adapters: PGlite and PostgreSQL. */

export type SqlValue = string | null | readonly string[]
/** Every column arrives as PostgreSQL's text form; no driver ever turns it into a number or a date. */
export type SqlRow = readonly (string | null)[]

/** A cache of values for each database, dropped together with the database. */
export function perDatabase<T>(): (db: Db) => Map<string, T> {
  const caches = new WeakMap<Db, Map<string, T>>()
  return (db) => {
    const cache = caches.get(db) ?? new Map<string, T>()
    caches.set(db, cache)
    return cache
  }
}

export type CopyForm = 'text' | 'binary'

/** Statements that read. */
export interface Reads {
  /**
   * Rows of one read, each an array of columns as text. `$n` parameters carry explicit casts in the SQL.
   * An aborted signal cancels the query and rejects. Rejects with a Fault of code 14 while the database is away or busy.
   */
  rows(sql: string, params?: readonly SqlValue[], signal?: AbortSignal): Promise<SqlRow[]>
  /**
   * The bytes of `copy (query) to stdout` in arrival order, as text or in PostgreSQL's binary form. COPY takes no parameters:
   * inline validated values only.
   */
  copy(query: string, signal?: AbortSignal, form?: CopyForm): AsyncIterable<Uint8Array>
}

/** The reads of one admitted export, which are no longer refused as busy. `close` admits the next one. */
export interface ExportReads extends Reads {
  close(): void
}

export interface Db extends Reads {
  readonly kind: 'pglite' | 'postgres'
  /**
   * Admits an export for its whole life, so that it is not refused half-way. Rejects with a Fault of code 14: busy when
   * too many run, or while the database is away.
   */
  openExport(signal?: AbortSignal): Promise<ExportReads>
  /** Aborts with a sentence as its reason when the database is gone for good; absent where it can recover. */
  readonly lost?: AbortSignal | undefined
  close(): Promise<void>
}

/** What loading archives and the demo network need besides. Operations never get it. */
export interface WritableDb extends Db {
  /** Runs statements without parameters, several at once if need be. */
  exec(sql: string): Promise<void>
  /** `copy … from stdin` fed by chunks. */
  load(copyFrom: string, chunks: AsyncIterable<Uint8Array | string>): Promise<void>
  /** All of `work` or nothing. Reads inside see its own writes; other callers wait or read the old state. */
  transaction<T>(work: (db: WritableDb) => Promise<T>): Promise<T>
}
