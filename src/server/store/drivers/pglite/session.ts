import { unavailable } from '../../../error.ts'
import type { Reads, WritableDb } from '../../db.ts'
import { ConnectionQueue, type QueueOptions, exportQueue, maxWaitMs } from '../connection-queue.ts'
import type { Engine } from './engine.ts'
import { isCsv, rowPieces } from './row-pieces.ts'
import { type Connection, runTransaction } from '../transaction.ts'

/** Two requests keep the worker thread busy while a response travels; more would only run aborted ones. */
const concurrency = 2

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
 * PGlite as a database of the service. Callers share its one connection in order of arrival; a transaction has it alone,
 * so that its `work` must use only the database it gets. PGlite cannot interrupt a statement: an aborted one rejects at
 * once and finishes in the background. `lost` aborts when the engine has died.
 */
export function pgliteSession(engine: Engine, lost?: AbortSignal): WritableDb {
  const queue = new ConnectionQueue(concurrency)
  const exports = exportQueue()
  let closing: Promise<void> | undefined

  async function enqueue<T>(work: () => Promise<T>, options?: QueueOptions): Promise<T> {
    if (closing) throw unavailable('The database is closed because the service is stopping.')
    return queue.run(work, options)
  }

  const reads: Reads = {
    rows: (sql, params = [], signal) => enqueue(() => engine.rows(sql, params), { signal }),
    async *copy(query, signal) {
      const bytes = await enqueue(() => engine.copyOut(query), { signal })
      if (bytes.length > 0) yield bytes
    },
  }
  const connection: Connection = { ...engine, load: (copyFrom, chunks) => loadPieces(engine, copyFrom, chunks) }
  const db: WritableDb = {
    lost,
    queues: () => [queue.state('pages'), exports.state('exports')],
    ...reads,
    openExport: async (signal) => ({ ...reads, close: await exports.enter({ signal, maxWaitMs }) }),
    exec: (sql) => enqueue(() => engine.exec(sql)),
    load: (copyFrom, chunks) => db.transaction((inside) => inside.load(copyFrom, chunks)),
    transaction: (work) => enqueue(() => runTransaction(connection, work), { exclusive: true }),
    close() {
      closing ??= queue.run(() => engine.close(), { exclusive: true })
      return closing
    },
  }
  return db
}
