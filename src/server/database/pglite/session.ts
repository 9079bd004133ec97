import { host } from '#host'
import { concatBytes } from '../../bytes.ts'
import { tookTooLong, unavailable } from '../../fault.ts'
import { orAborted } from '../../../client/timer.ts'
import { ConnectionQueue, copyTimeoutMs, exportQueue, maxWaitMs, pageTimeoutMs } from '../connection-queue.ts'
import { type Reads, type WritableDb, type Connection, runTransaction } from '../db.ts'
import type { Engine } from './engine.ts'

const quote = 0x22
const newline = 0x0a

/** A row longer than this is treated as a broken file. */
const longestRow = 64 << 20

/** Is it CSV (where a quoted field may hold line ends) or COPY's own text format? */
const isCsv = (copyFrom: string): boolean => /\bcsv\b/i.test(copyFrom)

/** Cuts COPY rows into pieces of about `size` bytes that end with a row. Rejects with RangeError for a row above 64 MiB. */
export async function* rowPieces(
  chunks: AsyncIterable<Uint8Array | string>,
  csv: boolean,
  size = 1 << 20,
): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = []
  let heldLength = 0
  let inQuotes = false
  for await (const part of chunks) {
    const chunk = typeof part === 'string' ? host.encode(part) : part
    let end = 0
    for (let at = csv ? 0 : chunk.length; at < chunk.length; at += 1) {
      if (chunk[at] === quote) inQuotes = !inQuotes
      else if (chunk[at] === newline && !inQuotes) end = at + 1
    }
    if (!csv) end = chunk.lastIndexOf(newline) + 1
    if (end > 0 && heldLength + end >= size) {
      yield concatBytes([...held, chunk.subarray(0, end)])
      held = [chunk.subarray(end)]
      heldLength = chunk.length - end
    } else {
      held.push(chunk)
      heldLength += chunk.length
      if (heldLength > longestRow) throw new RangeError('a row is longer than 64 MiB')
    }
  }
  if (heldLength > 0) yield concatBytes(held)
}

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

export interface PgliteSessionOptions {
  lost?: AbortSignal | undefined
  /** Ends the statement that runs, and starts the engine again. */
  restart?: (() => void) | undefined
}

/** Runs a statement, for `limitMs` at most where that is given. */
type Limited = <T>(work: () => Promise<T>, limitMs?: number) => Promise<T>

/**
 * Rejects a statement that takes too long and calls `restart`. The engine takes statements one after the other, so that
 * only the time of the oldest one counts.
 */
function statementLimit(restart: () => void): Limited {
  const running: { limitMs: number | undefined; expire: () => void }[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const watchOldest = (): void => {
    clearTimeout(timer)
    const [oldest] = running
    timer = oldest?.limitMs === undefined ? undefined : setTimeout(oldest.expire, oldest.limitMs)
  }
  return async (work, limitMs) => {
    const expired = new AbortController()
    const expire = (): void => {
      expired.abort(tookTooLong())
      restart()
    }
    const statement = { limitMs, expire }
    running.push(statement)
    if (running.length === 1) watchOldest()
    try {
      return await orAborted(work(), expired.signal)
    } finally {
      running.splice(running.indexOf(statement), 1)
      watchOldest()
    }
  }
}

/**
 * PGlite as a database of the service. Clients share its one connection; a transaction has it alone, so that its `work`
 * must use only the database it gets. PGlite cannot interrupt a statement: an aborted one rejects at once and finishes in the
 * background, and after one that takes too long the engine is started again.
 */
export function pgliteSession(
  engine: Engine,
  { lost, restart = () => undefined }: PgliteSessionOptions = {},
): WritableDb {
  const queue = new ConnectionQueue(concurrency)
  const exports = exportQueue()
  const limited = statementLimit(restart)
  let closing: Promise<void> | undefined

  const enqueue: ConnectionQueue['run'] = async (work, options) => {
    if (closing) throw unavailable('The database is closed because the service is stopping.')
    return queue.run(work, options)
  }

  const readsOf = (maxWaitMs?: number): Reads => ({
    rows: (sql, params = [], signal) =>
      enqueue(() => limited(() => engine.rows(sql, params), pageTimeoutMs), { signal, maxWaitMs }),
    async *copy(query, signal) {
      const copyOut = () => limited(() => engine.copyOut(query), copyTimeoutMs)
      const bytes = await enqueue(copyOut, { signal, maxWaitMs })
      if (bytes.length > 0) yield bytes
    },
  })
  const exportReads = readsOf()
  const connection: Connection = { ...engine, load: (copyFrom, chunks) => loadPieces(engine, copyFrom, chunks) }
  const db: WritableDb = {
    lost,
    queues: () => [queue.state('pages'), exports.state('exports')],
    ...readsOf(maxWaitMs),
    async openExport(signal) {
      const close = await exports.enter({ signal, maxWaitMs })
      try {
        // Waits for a slot, so that a busy database is reported before the first byte.
        await enqueue(() => Promise.resolve(), { signal, maxWaitMs })
        return { ...exportReads, close }
      } catch (error) {
        close()
        throw error
      }
    },
    exec: (sql) => enqueue(() => limited(() => engine.exec(sql))),
    load: (copyFrom, chunks) => db.transaction((inside) => inside.load(copyFrom, chunks)),
    transaction: (work) => enqueue(() => runTransaction(connection, work), { exclusive: true }),
    close() {
      closing ??= queue.run(() => engine.close(), { exclusive: true })
      return closing
    },
  }
  return db
}
