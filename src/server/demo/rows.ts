import type { WritableDb } from '../store/db.ts'

/** A row for a table: each column in PostgreSQL's text form, bytes as `\x` and hex. */
export type Row = readonly (string | null)[]

/** Rows for one table, `name (columns)`. */
export interface Rows {
  into: string
  rows: Iterable<Row>
}

/** Ids are lower-case hex, `network` is one byte, none is no byte (wire.md 12). */
export const bytes = (id: string): string => `\\x${id === 'network' ? '03' : id}`

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const copyCell = (cell: string | null): string => {
  if (cell === null) return '\\N'
  // Bytes are most of the past, and are hex behind their one backslash.
  if (cell.startsWith('\\x')) return `\\${cell}`
  return cell.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character)
}

async function* copyText(rows: Iterable<Row>): AsyncGenerator<string> {
  let text = ''
  for (const row of rows) {
    text += `${row.map(copyCell).join('\t')}\n`
    if (text.length > 200_000) {
      yield text
      text = ''
    }
  }
  if (text) yield text
}

/** Many rows at once. */
export const load = (db: WritableDb, { into, rows }: Rows): Promise<void> =>
  db.load(`copy ${into} from stdin`, copyText(rows))

const literal = (cell: string | null): string => (cell === null ? 'null' : `'${cell.replaceAll("'", "''")}'`)

/** One INSERT statement for a few rows, or nothing for none; `then` is what follows, such as `on conflict …`. */
export function insert({ into, rows }: Rows, then = ''): string {
  const tuples = [...rows].map((row) => `(${row.map(literal).join(',')})`)
  return tuples.length === 0 ? '' : `insert into ${into} values ${tuples.join(',')} ${then};`
}
