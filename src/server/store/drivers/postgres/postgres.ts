import { Readable, promises as streams } from 'node:stream'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'
import type { CopyForm, Db, ExportReads, Reads, SqlRow, SqlValue, WritableDb } from '../../db.ts'
import { exportTurns, maxWaitMs } from '../../ledger-export/export-slots.ts'
import { postgresFault } from './fault.ts'
import { PostgresPool } from './pool.ts'
import { PooledReads, asked, copyOut, rowsOf } from './reads.ts'

const pageTimeout = 30_000
const copyTimeout = 10 * 60_000

/** One connection with a transaction open on it. */
class Transaction implements WritableDb {
  readonly kind = 'postgres'
  readonly #client: pg.ClientBase
  constructor(client: pg.ClientBase) {
    this.#client = client
  }
  rows(sql: string, params: readonly SqlValue[] = []): Promise<SqlRow[]> {
    return asked(rowsOf(this.#client, sql, params))
  }
  async *copy(query: string, _signal?: AbortSignal, form: CopyForm = 'text'): AsyncGenerator<Uint8Array> {
    // Whole: a reader that stops half-way would leave the connection in the middle of a COPY.
    const chunks: Uint8Array[] = await asked(this.#client.query(to(copyOut(query, form))).toArray())
    yield Buffer.concat(chunks)
  }
  async exec(sql: string): Promise<void> {
    await asked(this.#client.query(sql))
  }
  async write(sql: string, params: readonly SqlValue[] = []): Promise<void> {
    await this.rows(sql, params)
  }
  load(copyFrom: string, chunks: AsyncIterable<Uint8Array | string>): Promise<void> {
    return loadInto(this.#client, copyFrom, chunks)
  }
  transaction<T>(work: (db: WritableDb) => Promise<T>): Promise<T> {
    return work(this)
  }
  openExport(): Promise<ExportReads> {
    return Promise.resolve(this)
  }
  close(): Promise<void> {
    return Promise.resolve()
  }
}

/** Feeds COPY. A failure of the source goes to the caller as it is, one of the database as a StatementError or Fault. */
async function loadInto(client: pg.ClientBase, copyFrom: string, chunks: AsyncIterable<Uint8Array | string>) {
  let ofSource: unknown
  async function* watched(): AsyncGenerator<Uint8Array | string> {
    try {
      yield* chunks
    } catch (error) {
      ofSource = error
      throw error
    }
  }
  try {
    await streams.pipeline(Readable.from(watched()), client.query(from(copyFrom)))
  } catch (error) {
    throw ofSource ?? postgresFault(error)
  }
}

/** PostgreSQL 15 or newer as a database of the service: reads through one pool, exports through a smaller one. */
class Postgres implements WritableDb {
  readonly kind = 'postgres'
  readonly #writable: boolean
  readonly #pages: PostgresPool
  readonly #copies: PostgresPool
  readonly #reads: Reads
  readonly #exportReads: Reads
  readonly #exports = exportTurns()

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
    // What may write is neither refused half-way through a load nor done twice.
    if (this.#writable) return this.#pages.hold((client) => asked(rowsOf(client, sql, params)), { signal })
    return this.#reads.rows(sql, params, signal)
  }

  copy(query: string, signal?: AbortSignal, form: CopyForm = 'text'): AsyncIterable<Uint8Array> {
    return this.#exportReads.copy(query, signal, form)
  }

  async openExport(signal?: AbortSignal): Promise<ExportReads> {
    const close = await this.#exports.enter({ signal, maxWaitMs })
    try {
      // One connection is free: what holds all of them for long is told before the first byte.
      await this.#copies.hold(() => Promise.resolve(), { signal, maxWaitMs })
      const reads = this.#exportReads
      return { rows: (...read) => reads.rows(...read), copy: (...read) => reads.copy(...read), close }
    } catch (error) {
      close()
      throw error
    }
  }

  async exec(sql: string): Promise<void> {
    await this.#pages.hold((client) => asked(client.query(sql)))
  }

  async write(sql: string, params: readonly SqlValue[] = []): Promise<void> {
    await this.rows(sql, params)
  }

  load(copyFrom: string, chunks: AsyncIterable<Uint8Array | string>): Promise<void> {
    return this.#pages.hold((client) => loadInto(client, copyFrom, chunks))
  }

  transaction<T>(work: (db: WritableDb) => Promise<T>): Promise<T> {
    return this.#pages.hold(async (client) => {
      await asked(client.query('begin'))
      let result: T
      try {
        result = await work(new Transaction(client))
      } catch (error) {
        await asked(client.query('rollback'))
        throw error
      }
      // After a failed statement PostgreSQL answers a commit with a rollback, and without an error.
      const { command } = await asked(client.query('commit'))
      if (command !== 'COMMIT') throw new Error('A statement of the transaction failed, so nothing of it was kept.')
      return result
    })
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
