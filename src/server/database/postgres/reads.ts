import { PassThrough, promises as streams } from 'node:stream'
import type pg from 'pg'
import { to } from 'pg-copy-streams'
import { type Reads, type SqlRow, type SqlValue, parameterText } from '../db.ts'
import { Interrupted, isConflict, postgresFault } from './fault.ts'
import type { Holding, PostgresPool } from './pool.ts'
import type { StatementNames } from '../statement-names.ts'

// Bytes that a COPY is read ahead. A slice of an export fits, so that a slow reader does not hold a connection.
const readAhead = 4 << 20

/** Maps errors of the driver to StatementError or Fault. */
export async function asked<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw postgresFault(error)
  }
}

export const copyOut = (query: string): string => `copy (${query}) to stdout`

/** The rows of a statement, which the connection keeps prepared under `name`. */
export async function rowsOf(
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
async function reading<T>(client: pg.ClientBase, begin: string | undefined, read: () => Promise<T>): Promise<T> {
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
export async function preparedRows(
  client: pg.Client,
  { begin }: Pick<PostgresPool, 'begin'>,
  names: StatementNames,
  [sql, params]: readonly [sql: string, params: readonly SqlValue[]],
): Promise<SqlRow[]> {
  const name = names.nameOf(sql)
  try {
    return await reading(client, begin, () => {
      if (name !== undefined) closeUnused(client, names, name)
      return rowsOf(client, sql, params, name)
    })
  } catch (error) {
    if (name === undefined || !names.mayRepeatUnnamed(sql, error)) throw error
    return reading(client, begin, () => rowsOf(client, sql, params))
  }
}

const mayRepeat = (error: unknown, signal: AbortSignal | undefined): boolean =>
  error instanceof Interrupted && signal?.aborted !== true

/** `copy (query) to stdout` through `pool`, with bounded read-ahead. */
export async function* copyThrough(
  pool: PostgresPool,
  statement: string,
  { signal, ...holding }: Holding,
): AsyncGenerator<Uint8Array> {
  const buffer = new PassThrough({ highWaterMark: readAhead })
  const stop = new AbortController()
  const until = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
  const work = (client: pg.ClientBase) =>
    asked(reading(client, pool.begin, () => streams.pipeline(client.query(to(statement)), buffer)))
  const copying = pool.hold(work, { ...holding, signal: until, closes: true })
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
export const readsThrough = (pool: PostgresPool, names: StatementNames, maxWaitMs?: number): Reads => ({
  async rows(sql, params = [], signal) {
    const work = (client: pg.Client) => asked(preparedRows(client, pool, names, [sql, params]))
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
