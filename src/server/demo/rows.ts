import type { WritableDb } from '../database/db.ts'

export type Cell = string | number | bigint | boolean | null

/** A row by its columns; all rows of a table have the same columns. */
export type Row = Readonly<Record<string, Cell>>

/** The bytes of an id: lower-case hex, one byte for `network`, none for an empty id (wire.md 12). */
export const bytes = (id: string): string => `\\x${id === 'network' ? '03' : id}`

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function copyCell(cell: Cell = null): string {
  if (cell === null) return '\\N'
  if (typeof cell !== 'string') return String(cell)
  // Most cells are hex bytes, where the leading backslash is the only character to escape.
  if (cell.startsWith('\\x')) return `\\${cell}`
  return cell.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character)
}

async function* copyText(
  columns: readonly string[],
  first: Row,
  rest: Iterator<Row, undefined>,
): AsyncGenerator<string> {
  let text = ''
  for (let row: Row | undefined = first; row; row = rest.next().value) {
    text += `${columns.map((column) => copyCell(row?.[column])).join('\t')}\n`
    if (text.length > 200_000) {
      yield text
      text = ''
    }
  }
  if (text) yield text
}

/** Writes many rows at once, which may be made while they are written. */
export async function load(db: WritableDb, table: string, rows: Iterable<Row, undefined>): Promise<void> {
  const rest = rows[Symbol.iterator]()
  const first = rest.next()
  if (first.done) return
  const columns = Object.keys(first.value)
  await db.load(`copy ${table} (${columns.join(', ')}) from stdin`, copyText(columns, first.value, rest))
}

const literal = (cell: Cell = null): string => (cell === null ? 'null' : `'${String(cell).replaceAll("'", "''")}'`)

/** One INSERT statement for a few rows, or no text for none. */
export function insert(table: string, rows: readonly Row[], onConflict = ''): string {
  if (rows.length === 0) return ''
  const columns = Object.keys(rows[0] ?? {})
  const tuples = rows.map((row) => `(${columns.map((column) => literal(row[column])).join(',')})`)
  return `insert into ${table} (${columns.join(', ')}) values ${tuples.join(',')} ${onConflict};`
}

/** An INSERT statement that leaves existing rows alone. */
export const insertNew = (table: string, rows: readonly Row[]): string => insert(table, rows, 'on conflict do nothing')

/** An INSERT statement that replaces rows with the same `key`, a list of columns. */
export function upsert(table: string, key: string, rows: readonly Row[]): string {
  const updates = Object.keys(rows[0] ?? {}).map((column) => `${column} = excluded.${column}`)
  return insert(table, rows, `on conflict (${key}) do update set ${updates.join(', ')}`)
}
