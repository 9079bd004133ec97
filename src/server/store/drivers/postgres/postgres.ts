import { Readable, promises as streams } from 'node:stream'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'
import type { CopyForm, Db, ExportReads, Reads, SqlRow, SqlValue, WritableDb } from '../../db.ts'
import { exportQueue, maxWaitMs } from '../export-slots.ts'
import { type Connection, runTransaction } from '../transaction.ts'
import { postgresFault } from './fault.ts'
import { PostgresPool } from './pool.ts'
import { PooledReads, asked, copyOut, rowsOf } from './reads.ts'

const pageTimeout = 30_000
const copyTimeout = 10 * 60_000

/** Feeds COPY. A failure of the source goes to the caller as it is, one of the database as a StatementError or Fault. */
async function loadInto(client: pg.ClientBase, copyFrom: string, chunks: AsyncIterable<Uint8Array | string>) {
  let sourceError: unknown
  async function* watched(): AsyncGenerator<Uint8Array | string> {
    try {
      yield* chunks
    } catch (error) {
      sourceError = error
      throw error
    }
  }
  try {
    await streams.pipeline(Readable.from(watched()), client.query(from(copyFrom)))
  } catch (error) {
    throw sourceError ?? postgresFault(error)
  }
}

const connectionOf = (client: pg.ClientBase): Connection => ({
  rows: (sql, params) => asked(rowsOf(client, sql, params)),
  async exec(sql) {
    await asked(client.query(sql))
  },
  async copyOut(query, form) {
    const chunks: Uint8Array[] = await asked(client.query(to(copyOut(query, form))).toArray())
    return Buffer.concat(chunks)
  },
  load: (copyFrom, chunks) => loadInto(client, copyFrom, chunks),
})

/** PostgreSQL 15 or newer as a database of the service: reads through one pool, exports through a smaller one. */
class Postgres implements WritableDb {
  readonly kind = 'postgres'
  readonly #writable: boolean
  readonly #pages: PostgresPool
  readonly #copies: PostgresPool
  readonly #reads: Reads
  readonly #exportReads: Reads
  readonly #exports = exportQueue()

  constructor(url: URL, writable: boolean) {
    const readOnly = !writable
    const limits = writable
      ? { statementTimeout: 0, answerTimeout: 0 }
      : { statementTimeout: pageTimeout, answerTimeout: pageTimeout + 5000 }
    this.#writable = writable
    this.#pages = new PostgresPool(url, { connections: 7, readOnly, ...limits })
    this.#copies = new PostgresPool(url, { connections: 3, readOnly, statementTimeout: copyTimeout, answerTimeout: 0 })
    this.#reads = new PooledReads(this.#pages, { maxWaitMs })
    this.#exportReads = new PooledReads(this.#copies, {})
  }

  rows(sql: string, params: readonly SqlValue[] = [], signal?: AbortSignal): Promise<SqlRow[]> {
    // A statement that may write is never repeated, and a load is not refused as busy half-way.
    if (this.#writable) return this.#pages.hold((client) => asked(rowsOf(client, sql, params)), { signal })
    return this.#reads.rows(sql, params, signal)
  }

  copy(query: string, signal?: AbortSignal, form: CopyForm = 'text'): AsyncIterable<Uint8Array> {
    return this.#exportReads.copy(query, signal, form)
  }

  async openExport(signal?: AbortSignal): Promise<ExportReads> {
    const close = await this.#exports.enter({ signal, maxWaitMs })
    try {
      // Wait for a free connection, so that a lack of them is reported before the first byte.
      await this.#copies.hold(() => Promise.resolve(), { signal, maxWaitMs })
      const reads = this.#exportReads
      return { rows: (...read) => reads.rows(...read), copy: (...read) => reads.copy(...read), close }
    } catch (error) {
      close()
      throw error
    }
  }

  exec(sql: string): Promise<void> {
    return this.#pages.hold((client) => connectionOf(client).exec(sql))
  }

  load(copyFrom: string, chunks: AsyncIterable<Uint8Array | string>): Promise<void> {
    return this.#pages.hold((client) => loadInto(client, copyFrom, chunks))
  }

  transaction<T>(work: (db: WritableDb) => Promise<T>): Promise<T> {
    return this.#pages.hold((client) => runTransaction('postgres', connectionOf(client), work))
  }

  async close(): Promise<void> {
    await Promise.all([this.#pages.close(), this.#copies.close()])
  }
}

/**
 * The PostgreSQL that `url` names. Connections are made when needed, so this succeeds while the server is away.
 * Without `writable` every transaction is read-only. Throws a sentence when `url` is not one.
 */
export function openPostgres(url: string, options: { writable: true }): WritableDb
export function openPostgres(url: string): Db
export function openPostgres(url: string, options?: { writable: true }): Db {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!parsed || !/^postgres(?:ql)?:$/.test(parsed.protocol)) {
    throw new Error('The database must be a URL such as postgres://user:password@host:5432/name.')
  }
  return new Postgres(parsed, options?.writable === true)
}
