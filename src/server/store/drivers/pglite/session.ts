import { unavailable } from '../../../error.ts'
import type { CopyForm, ExportReads, SqlRow, SqlValue, WritableDb } from '../../db.ts'
import { exportTurns, maxWaitMs } from '../../ledger-export/export-slots.ts'
import type { Engine } from './engine.ts'
import { isCsv, rowPieces } from '../../ledger-export/row-pieces.ts'
import { parameterText } from '../../sql-value.ts'
import { Turns } from '../../connection-queue.ts'

// Two requests under way keep a worker thread busy while an answer travels; more would only make aborted ones run.
const width = 2

const closed = () => unavailable('The database is closed because the service is stopping.')

/** Feeds COPY in pieces: the next one is read while the database takes the last. */
async function loadPieces(engine: Engine, copyFrom: string, chunks: AsyncIterable<Uint8Array | string>): Promise<void> {
  const statement = copyFrom.replace(/\bfrom\s+stdin\b/i, "from '/dev/blob'")
  let taking: Promise<void> = Promise.resolve()
  try {
    for await (const piece of rowPieces(chunks, isCsv(copyFrom))) {
      await taking
      taking = engine.copyIn(statement, piece)
      taking.catch(() => {})
    }
  } finally {
    await taking
  }
}

/** The database inside a transaction: straight to the connection, whose turn it has. Remembers whether a statement failed. */
class Transaction implements WritableDb {
  readonly kind = 'pglite'
  failed = false
  readonly #engine: Engine
  constructor(engine: Engine) {
    this.#engine = engine
  }
  rows(sql: string, params: readonly SqlValue[] = []): Promise<SqlRow[]> {
    return this.#noting(this.#engine.rows(sql, params.map(parameterText)))
  }
  async *copy(query: string, _signal?: AbortSignal, form: CopyForm = 'text'): AsyncGenerator<Uint8Array> {
    yield await this.#noting(this.#engine.copyOut(query, form))
  }
  exec(sql: string): Promise<void> {
    return this.#noting(this.#engine.exec(sql))
  }
  async write(sql: string, params: readonly SqlValue[] = []): Promise<void> {
    await this.rows(sql, params)
  }
  load(copyFrom: string, chunks: AsyncIterable<Uint8Array | string>): Promise<void> {
    return this.#noting(loadPieces(this.#engine, copyFrom, chunks))
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
  async #noting<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      this.failed = true
      throw error
    }
  }
}

/**
 * PGlite as a database of the service. It has one connection, so callers take turns in order of arrival; a transaction
 * has the connection alone. `work` of a transaction must use only the database it is given: the outer one waits for it.
 * PGlite cannot interrupt a statement: an aborted one that already runs is let go by its caller and finishes unseen.
 */
export class PgliteSession implements WritableDb {
  readonly kind = 'pglite'
  readonly #engine: Engine
  readonly #turns = new Turns(width)
  readonly #exports = exportTurns()
  #closing: Promise<void> | undefined

  readonly lost: AbortSignal | undefined

  /** `lost` aborts when the engine has died. */
  constructor(engine: Engine, lost?: AbortSignal) {
    this.#engine = engine
    this.lost = lost
  }

  rows(sql: string, params: readonly SqlValue[] = [], signal?: AbortSignal): Promise<SqlRow[]> {
    return this.#turn(() => this.#engine.rows(sql, params.map(parameterText)), signal)
  }

  async *copy(query: string, signal?: AbortSignal, form: CopyForm = 'text'): AsyncGenerator<Uint8Array> {
    const bytes = await this.#turn(() => this.#engine.copyOut(query, form), signal)
    if (bytes.length > 0) yield bytes
  }

  async openExport(signal?: AbortSignal): Promise<ExportReads> {
    const close = await this.#exports.enter({ signal, maxWaitMs })
    return { rows: (...read) => this.rows(...read), copy: (...read) => this.copy(...read), close }
  }

  exec(sql: string): Promise<void> {
    return this.#turn(() => this.#engine.exec(sql))
  }

  async write(sql: string, params: readonly SqlValue[] = []): Promise<void> {
    await this.rows(sql, params)
  }

  load(copyFrom: string, chunks: AsyncIterable<Uint8Array | string>): Promise<void> {
    return this.transaction((db) => db.load(copyFrom, chunks))
  }

  async transaction<T>(work: (db: WritableDb) => Promise<T>): Promise<T> {
    if (this.#closing) throw closed()
    return this.#turns.run(
      async () => {
        const transaction = new Transaction(this.#engine)
        await this.#engine.exec('begin')
        try {
          const result = await work(transaction)
          // PostgreSQL would turn this commit into a rollback without a word.
          if (transaction.failed) throw new Error('A statement of the transaction failed, so nothing of it was kept.')
          await this.#engine.exec('commit')
          return result
        } catch (error) {
          await this.#engine.exec('rollback')
          throw error
        }
      },
      { alone: true },
    )
  }

  close(): Promise<void> {
    this.#closing ??= this.#turns.run(() => this.#engine.close(), { alone: true })
    return this.#closing
  }

  async #turn<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.#closing) throw closed()
    return this.#turns.run(work, { signal })
  }
}
