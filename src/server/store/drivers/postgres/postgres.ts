import { Readable, promises as streams } from 'node:stream'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'
import type { Db, WritableDb } from '../../db.ts'
import { copyTimeoutMs, exportQueue, maxWaitMs, pageTimeoutMs } from '../connection-queue.ts'
import { type Connection, runTransaction } from '../transaction.ts'
import { log } from '../../../log.ts'
import { type ConnectionTarget, parseConnectionString } from './connection/connection-string.ts'
import { Handshake } from './connection/handshake.ts'
import { postgresFault } from './fault.ts'
import { type ReadOptions, replicated } from './hosts/replicated.ts'
import { PostgresPool } from './pool.ts'
import { asked, copyOut, readsThrough, rowsOf } from './reads.ts'
import { StatementNames } from '../statement-names.ts'

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
  async copyOut(query) {
    const chunks: Uint8Array[] = await asked(client.query(to(copyOut(query))).toArray())
    return Buffer.concat(chunks)
  },
  load: (copyFrom, chunks) => loadInto(client, copyFrom, chunks),
})

export interface PostgresOptions extends ReadOptions {
  writable?: boolean
}

/** Limits of reads: pages are short, and a slow reader may pause a COPY. */
const readLimits = {
  pages: { connections: 7, readOnly: true, statementTimeout: pageTimeoutMs, answerTimeout: pageTimeoutMs + 5000 },
  copies: { connections: 3, readOnly: true, statementTimeout: copyTimeoutMs, answerTimeout: 0 },
}

/** PostgreSQL 15 or newer as a database of the service: reads through one pool, exports through a smaller one. */
function postgres(
  target: ConnectionTarget,
  { writable = false, unprepared = false, exports: shared }: PostgresOptions,
): WritableDb {
  const readOnly = !writable
  const [server] = target.servers
  if (!server) throw new Error('A connection string names at least one server.')
  const handshake = new Handshake(target, server, readOnly, log)
  const unlimited = writable && { readOnly, statementTimeout: 0, answerTimeout: 0 }
  const pages = new PostgresPool(handshake, { ...readLimits.pages, ...unlimited }, log)
  const copies = new PostgresPool(handshake, { ...readLimits.copies, readOnly }, log)
  const names = new StatementNames({ off: unprepared })
  const reads = readsThrough(pages, names, maxWaitMs)
  const exportReads = readsThrough(copies, names)
  const own = exportQueue()
  const exports = shared ?? own
  const spare = (): number => {
    const { capacity, running, waiting } = copies.queueState('copies')
    return capacity - running - waiting
  }
  return {
    ...exportReads,
    queues: () => [pages.queueState('pages'), ...(shared ? [] : [own.state('exports')]), copies.queueState('copies')],
    rows: (sql, params = [], signal) =>
      // A statement that may write is never repeated, and a load is not refused as busy half-way.
      writable
        ? pages.hold((client) => asked(rowsOf(client, sql, params)), { signal })
        : reads.rows(sql, params, signal),
    async openExport(signal) {
      const close = await exports.enter({ signal, maxWaitMs })
      try {
        // Wait for a free connection, so that a lack of them is reported before the first byte.
        await copies.hold(() => Promise.resolve(), { signal, maxWaitMs })
        return { ...exportReads, spare, close }
      } catch (error) {
        close()
        throw error
      }
    },
    exec: (sql) => pages.hold((client) => connectionOf(client).exec(sql)),
    load: (copyFrom, chunks) => pages.hold((client) => loadInto(client, copyFrom, chunks)),
    transaction: (work) => pages.hold((client) => runTransaction(connectionOf(client), work, pages.begin)),
    async close() {
      await Promise.all([pages.close(), copies.close()])
    },
  }
}

/** Opens the PostgreSQL of a connection string, which may be away; read-only without `writable`. Throws a sentence for a bad one. */
export function openPostgres(url: string, options: PostgresOptions & { writable: true }): WritableDb
export function openPostgres(url: string, options?: PostgresOptions): Db
export function openPostgres(url: string, options: PostgresOptions = {}): Db {
  const target = parseConnectionString(url)
  if (target.servers.length === 1) return postgres(target, options)
  if (!options.writable) return replicated(target, readLimits, options)
  throw new Error('Only one server can be written to: name it alone.')
}
