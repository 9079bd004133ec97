import { Readable, promises as streams } from 'node:stream'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'
import type { Db, WritableDb } from '../db.ts'
import { copyTimeoutMs, exportQueue, maxWaitMs, pageTimeoutMs } from '../connection-queue.ts'
import { type Connection, runTransaction } from '../transaction.ts'
import { log } from '../../log.ts'
import { type ConnectionTarget, type ServerAddress, parseConnectionString } from './connection/connection-string.ts'
import { Handshake, type Report } from './connection/handshake.ts'
import { postgresFault } from './fault.ts'
import { failover } from './failover/failover.ts'
import { type Server, reportTimeoutMs } from './failover/hosts.ts'
import { type PoolOptions, PostgresPool } from './pool.ts'
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

export interface PostgresOptions {
  writable?: boolean
  /** Sends every statement without a name, for a pooler that gives each transaction another session. */
  unprepared?: boolean
  /** Blocks that one of several servers may be behind before it is left out; 10 unless given. */
  maxLag?: number | undefined
}

type Limits = Readonly<Record<'pages' | 'copies', PoolOptions>>

/** Limits of reads: pages are short, and a slow reader may pause a COPY. */
const readLimits: Limits = {
  pages: { connections: 7, readOnly: true, statementTimeout: pageTimeoutMs, answerTimeout: pageTimeoutMs + 5000 },
  copies: { connections: 3, readOnly: true, statementTimeout: copyTimeoutMs, answerTimeout: 0 },
}

/** How one server of a database is connected to. */
interface ServerOptions extends PostgresOptions {
  limits: Limits
  /** Told how its sessions are made. */
  sessions: Report
  /** Told when it goes away and comes back. */
  presence: Report
}

/** PostgreSQL 15 or newer as a database of the service: reads through one pool, exports through a smaller one. */
function postgres(
  target: ConnectionTarget,
  server: ServerAddress,
  { writable = false, unprepared = false, limits, sessions, presence }: ServerOptions,
): WritableDb {
  const readOnly = !writable
  const handshake = new Handshake(target, server, readOnly, sessions)
  const unlimited = writable && { readOnly, statementTimeout: 0, answerTimeout: 0 }
  const pages = new PostgresPool(handshake, { ...limits.pages, ...unlimited }, presence)
  const copies = new PostgresPool(handshake, { ...limits.copies, readOnly }, presence)
  const names = new StatementNames({ off: unprepared })
  const reads = readsThrough(pages, names, maxWaitMs)
  const exportReads = readsThrough(copies, names)
  const exports = exportQueue()
  return {
    ...exportReads,
    queues: () => [pages.queueState('pages'), exports.state('exports'), copies.queueState('copies')],
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
        return { ...exportReads, spare: () => copies.spare, close }
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

const silent = { info: () => undefined, error: () => undefined }

/** One of several servers. It is tried again soon, and whoever chooses among them logs when it goes and comes back. */
function oneOf(target: ConnectionTarget, server: ServerAddress, options: PostgresOptions): Server {
  const maxPauseMs = 500
  const limits = { pages: { ...readLimits.pages, maxPauseMs }, copies: { ...readLimits.copies, maxPauseMs } }
  const timeouts = { statementTimeout: reportTimeoutMs, answerTimeout: reportTimeoutMs, maxPauseMs }
  const watching = { connections: 1, readOnly: true, ...timeouts }
  const watchLimits = { pages: watching, copies: watching }
  return {
    name: server.name,
    db: postgres(target, server, { ...options, limits, sessions: log, presence: silent }),
    watch: postgres(target, server, { ...options, limits: watchLimits, sessions: silent, presence: silent }),
  }
}

/** Opens the PostgreSQL of a connection string, which may be away; read-only without `writable`. Throws a sentence for a bad one. */
export function openPostgres(url: string, options: PostgresOptions & { writable: true }): WritableDb
export function openPostgres(url: string, options?: PostgresOptions): Db
export function openPostgres(url: string, options: PostgresOptions = {}): Db {
  const target = parseConnectionString(url)
  const [server, ...others] = target.servers
  if (!server) throw new Error('A connection string names at least one server.')
  if (others.length === 0) {
    return postgres(target, server, { ...options, limits: readLimits, sessions: log, presence: log })
  }
  if (options.writable) throw new Error('Only one server can be written to: name it alone.')
  const servers = target.servers.map((one) => oneOf(target, one, options))
  return failover(servers, { wanted: target.wanted, maxLag: options.maxLag ?? 10 })
}
