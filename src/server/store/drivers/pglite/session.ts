import { unavailable } from '../../../error.ts'
import type { CopyForm, ExportReads, SqlRow, SqlValue, WritableDb } from '../../db.ts'
import { ConnectionQueue } from '../connection-queue.ts'
import { exportQueue, maxWaitMs } from '../export-slots.ts'
import type { Engine } from './engine.ts'
import { isCsv, rowPieces } from './row-pieces.ts'
import { type Connection, runTransaction } from '../transaction.ts'

/** Two requests keep the worker thread busy while a response travels; more would only run aborted ones. */
const concurrency = 2

const closed = () => unavailable('The database is closed because the service is stopping.')

/** Feeds COPY in pieces: the next one is read while the database loads the last. */
async function loadPieces(engine: Engine, copyFrom: string, chunks: AsyncIterable<Uint8Array | string>): Promise<void> {
  const statement = copyFrom.replace(/\bfrom\s+stdin\b/i, "from '/dev/blob'")
  let loading: Promise<void> = Promise.resolve()
  try {
    for await (const piece of rowPieces(chunks, isCsv(copyFrom))) {
      await loading
      loading = engine.copyIn(statement, piece)
      loading.catch(() => {})
    }
  } finally {
    await loading
  }
}

/**
 * PGlite as a database of the service. It has one connection, which callers share in order of arrival; a transaction has
 * it alone. `work` of a transaction must use only the database it gets: the outer one waits until the transaction ends.
 * PGlite cannot interrupt a statement: an aborted one rejects at once and finishes in the background.
 */
export class PgliteSession implements WritableDb {
  readonly kind = 'pglite'
  readonly #engine: Engine
  readonly #queue = new ConnectionQueue(concurrency)
  readonly #exports = exportQueue()
  #closing: Promise<void> | undefined
  readonly lost: AbortSignal | undefined

  /** `lost` aborts when the engine has died. */
  constructor(engine: Engine, lost?: AbortSignal) {
    this.#engine = engine
    this.lost = lost
  }

  rows(sql: string, params: readonly SqlValue[] = [], signal?: AbortSignal): Promise<SqlRow[]> {
    return this.#enqueue(() => this.#engine.rows(sql, params), signal)
  }

  async *copy(query: string, signal?: AbortSignal, form: CopyForm = 'text'): AsyncGenerator<Uint8Array> {
    const bytes = await this.#enqueue(() => this.#engine.copyOut(query, form), signal)
    if (bytes.length > 0) yield bytes
  }

  async openExport(signal?: AbortSignal): Promise<ExportReads> {
    const close = await this.#exports.enter({ signal, maxWaitMs })
    return { rows: (...read) => this.rows(...read), copy: (...read) => this.copy(...read), close }
  }

  exec(sql: string): Promise<void> {
    return this.#enqueue(() => this.#engine.exec(sql))
  }

  load(copyFrom: string, chunks: AsyncIterable<Uint8Array | string>): Promise<void> {
    return this.transaction((db) => db.load(copyFrom, chunks))
  }

  async transaction<T>(work: (db: WritableDb) => Promise<T>): Promise<T> {
    if (this.#closing) throw closed()
    const connection: Connection = {
      ...this.#engine,
      load: (copyFrom, chunks) => loadPieces(this.#engine, copyFrom, chunks),
    }
    return this.#queue.run(() => runTransaction('pglite', connection, work), { exclusive: true })
  }

  close(): Promise<void> {
    this.#closing ??= this.#queue.run(() => this.#engine.close(), { exclusive: true })
    return this.#closing
  }

  async #enqueue<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.#closing) throw closed()
    return this.#queue.run(work, { signal })
  }
}
