import { PassThrough, promises as streams, Readable } from 'node:stream'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { log } from '../../log.ts'
import { copyTimeoutMs, exportQueue, maxWaitMs, pageTimeoutMs } from '../connection-queue.ts'
import {
  type Db,
  parameterText,
  type Reads,
  type SqlRow,
  type SqlValue,
  type WritableDb,
  type Connection,
  runTransaction,
} from '../db.ts'
import { StatementNames } from '../statement-names.ts'
import { type ConnectionTarget, parseConnectionString, type ServerAddress } from './connection-string.ts'
import { Handshake, type Report } from './handshake.ts'
import { failover, reportTimeoutMs, type Server } from './failover.ts'
import { Interrupted, isConflict, postgresFault } from './fault.ts'
import { type HoldOptions, type PoolOptions, PostgresPool } from './pool.ts'

// Bytes that a COPY is read ahead. A slice of an export fits, so that a slow reader does not hold a connection.
const readAhead = 4 << 20

async function withMappedErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw postgresFault(error)
  }
}

const copyOut = (query: string): string => `copy (${query}) to stdout`

/** The rows of a statement, which the connection keeps prepared under `name`. */
async function rowsOf(
  client: pg.ClientBase,
  sql: string,
  params: readonly SqlValue[],
  name?: string,
): Promise<SqlRow[]> {
  const query = { text: sql, values: params.map(parameterText), rowMode: 'array' as const }
  return (await client.query<(string | null)[]>(name === undefined ? query : { ...query, name })).rows
}

const preparedOn = new WeakMap<pg.Client, Set<string>>()

/** Closes the names that are out of use, in front of the statement that is sent next. An unknown name is no error. */
function closeUnused(client: pg.Client, names: StatementNames, next: string): void {
  const prepared = preparedOn.get(client) ?? new Set()
  preparedOn.set(client, prepared)
  for (const name of names.takeUnused(prepared, next)) {
    client.connection.close({ type: 'S', name }, true)
    // Else the driver would not parse a statement that gets its name back.
    for (const record of ['parsedStatements', 'submittedNamedStatements']) {
      const statements: unknown = Reflect.get(client.connection, record)
      if (typeof statements === 'object' && statements !== null) Reflect.deleteProperty(statements, name)
    }
  }
}

/** Reads on a connection, in a transaction of its own where `begin` says how one begins. */
async function inTransaction<T>(client: pg.ClientBase, begin: string | undefined, read: () => Promise<T>): Promise<T> {
  if (begin === undefined) return read()
  await client.query(begin)
  try {
    const result = await read()
    await client.query('commit')
    return result
  } catch (error) {
    // Where the connection is gone, so is the transaction.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** The rows of a statement that reads: prepared where that is worth it. */
async function preparedRows(
  client: pg.Client,
  { begin }: Pick<PostgresPool, 'begin'>,
  names: StatementNames,
  [sql, params]: readonly [sql: string, params: readonly SqlValue[]],
): Promise<SqlRow[]> {
  const name = names.nameOf(sql)
  try {
    return await inTransaction(client, begin, () => {
      if (name !== undefined) closeUnused(client, names, name)
      return rowsOf(client, sql, params, name)
    })
  } catch (error) {
    if (name === undefined || !names.mayRepeatUnnamed(sql, error)) throw error
    return inTransaction(client, begin, () => rowsOf(client, sql, params))
  }
}

const mayRepeat = (error: unknown, signal: AbortSignal | undefined): boolean =>
  error instanceof Interrupted && signal?.aborted !== true

/** `copy (query) to stdout` through `pool`, with bounded read-ahead. */
async function* copyThrough(
  pool: PostgresPool,
  statement: string,
  { signal: caller, ...options }: HoldOptions,
): AsyncGenerator<Uint8Array> {
  const buffer = new PassThrough({ highWaterMark: readAhead })
  const stop = new AbortController()
  const signal = caller ? AbortSignal.any([caller, stop.signal]) : stop.signal
  const work = (client: pg.ClientBase) =>
    withMappedErrors(inTransaction(client, pool.begin, () => streams.pipeline(client.query(to(statement)), buffer)))
  const copying = pool.hold(work, { ...options, signal, closes: true })
  copying.catch((error: unknown) => buffer.destroy(error instanceof Error ? error : new Error(String(error))))
  try {
    // Kept open when the reader stops: closing it first would close the connection before the statement is cancelled.
    yield* buffer.iterator({ destroyOnReturn: false })
    await copying
  } catch (error) {
    // The buffer reports the driver's error; the copying rejects with the mapped one.
    await copying
    throw error
  } finally {
    stop.abort()
    buffer.destroy()
  }
}

/** Reads through a pool. An interrupted read is repeated once, with a new connection if its own was lost. */
const readsThrough = (pool: PostgresPool, names: StatementNames, maxWaitMs?: number): Reads => ({
  async rows(sql, params = [], signal) {
    const work = (client: pg.Client) => withMappedErrors(preparedRows(client, pool, names, [sql, params]))
    try {
      return await pool.hold(work, { maxWaitMs, signal })
    } catch (error) {
      if (!mayRepeat(error, signal)) throw error
      return pool.hold(work, { maxWaitMs, signal, fresh: !isConflict(error) })
    }
  },
  async *copy(query, signal) {
    const statement = copyOut(query)
    let begun = false
    try {
      for await (const chunk of copyThrough(pool, statement, { maxWaitMs, signal })) {
        begun = true
        yield chunk
      }
    } catch (error) {
      if (begun || !mayRepeat(error, signal)) throw error
      yield* copyThrough(pool, statement, { maxWaitMs, signal, fresh: !isConflict(error) })
    }
  },
})

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
  rows: (sql, params) => withMappedErrors(rowsOf(client, sql, params)),
  async exec(sql) {
    await withMappedErrors(client.query(sql))
  },
  async copyOut(query) {
    const chunks: Uint8Array[] = await withMappedErrors(client.query(to(copyOut(query))).toArray())
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
  pages: { connections: 7, readOnly: true, statementTimeout: pageTimeoutMs, queryTimeoutMs: pageTimeoutMs + 5000 },
  copies: { connections: 3, readOnly: true, statementTimeout: copyTimeoutMs, queryTimeoutMs: 0 },
}

interface ServerOptions extends PostgresOptions {
  limits: Limits
  sessions: Report
  /** Called when it goes away and comes back. */
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
  const unlimited = writable && { readOnly, statementTimeout: 0, queryTimeoutMs: 0 }
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
        ? pages.hold((client) => withMappedErrors(rowsOf(client, sql, params)), { signal })
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

/** One of several servers. It is tried again soon, and the caller that chooses among them logs when it fails and recovers. */
function oneOf(target: ConnectionTarget, server: ServerAddress, options: PostgresOptions): Server {
  const maxPauseMs = 500
  const limits = { pages: { ...readLimits.pages, maxPauseMs }, copies: { ...readLimits.copies, maxPauseMs } }
  const timeouts = { statementTimeout: reportTimeoutMs, queryTimeoutMs: reportTimeoutMs, maxPauseMs }
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
