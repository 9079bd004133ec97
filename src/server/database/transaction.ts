import type { SqlRow, SqlValue, WritableDb } from './db.ts'

/** One connection, used by a single caller. Rejects with StatementError, or with a Fault while the database is away. */
export interface Connection {
  rows(sql: string, params: readonly SqlValue[]): Promise<SqlRow[]>
  exec(sql: string): Promise<void>
  /** All bytes of `copy (query) to`: a reader that stopped half-way would leave the connection in the middle of it. */
  copyOut(query: string): Promise<Uint8Array<ArrayBuffer>>
  load(copyFrom: string, chunks: AsyncIterable<Uint8Array | string>): Promise<void>
}

/** Runs `work` in a transaction on `connection`. Rolls back when it rejects, or when any of its statements failed. */
export async function runTransaction<T>(
  connection: Connection,
  work: (db: WritableDb) => Promise<T>,
  begin = 'begin',
): Promise<T> {
  let failed = false
  async function watch<Result>(statement: Promise<Result>): Promise<Result> {
    try {
      return await statement
    } catch (error) {
      failed = true
      throw error
    }
  }
  const inside: WritableDb = {
    rows: (sql, params = []) => watch(connection.rows(sql, params)),
    async *copy(query) {
      yield await watch(connection.copyOut(query))
    },
    exec: (sql) => watch(connection.exec(sql)),
    load: (copyFrom, chunks) => watch(connection.load(copyFrom, chunks)),
    transaction: (nested) => nested(inside),
    openExport: () => Promise.resolve(inside),
    close: () => Promise.resolve(),
  }
  await connection.exec(begin)
  try {
    const result = await work(inside)
    // PostgreSQL would turn this commit into a rollback without an error.
    if (failed) throw new Error('A statement of the transaction failed, so nothing of it was kept.')
    await connection.exec('commit')
    return result
  } catch (error) {
    // Its own failure, as on a full disk, must not hide why there is something to roll back.
    await connection.exec('rollback').catch(() => {})
    throw error
  }
}
