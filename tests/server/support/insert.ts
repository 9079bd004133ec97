import type { WritableDb } from '../../../src/server/database/db.ts'

/** A row by column, each value as PostgreSQL reads it; undefined is NULL. */
export type SampleRow = Readonly<Record<string, string | undefined>>

/** Stored bytes of an id. */
export const bytes = (hex: string): string => `\\x${hex}`

/** Inserts rows that have the same columns. */
export async function insert(db: WritableDb, table: string, rows: readonly SampleRow[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first)
  const quoted = (value: string | undefined): string =>
    value === undefined ? 'null' : `'${value.replaceAll("'", "''")}'`
  const values = rows.map((row) => `(${columns.map((column) => quoted(row[column])).join(', ')})`)
  await db.exec(`insert into ${table} (${columns.join(', ')}) values ${values.join(',\n')}`)
}
