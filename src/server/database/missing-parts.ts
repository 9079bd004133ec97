import { type Db, factPerDatabase } from './db.ts'
import schema from './schema.sql?raw'

/** Each table of the schema with its columns, but for what is not read of a data node's database. */
const needed: readonly (readonly [table: string, columns: readonly string[]])[] = [
  ...schema.matchAll(/^create table (\w+) \(\n((?: {2}.+\n)+)\);/gm),
]
  .map(([, table = '', lines = '']) => {
    const columns = [...lines.matchAll(/^ {2}(\w+) /gm)].map(([, column = '']) => column)
    return [table, columns.filter((column) => column !== 'primary' && column !== 'onerow_check')] as const
  })
  .filter(([table]) => table !== 'lyra_segments')

const statement = `
  select needed.table_name, needed.column_name,
    case when to_regclass(needed.table_name) is null then 'table' when a.attname is null then 'column' else 'right' end
  from unnest($1::text[], $2::text[]) with ordinality as needed (table_name, column_name, place)
  left join pg_attribute a
    on a.attrelid = to_regclass(needed.table_name) and a.attname = needed.column_name and not a.attisdropped
  where has_column_privilege(a.attrelid, a.attnum, 'select') is not true
  order by needed.place`

interface MissingParts {
  /** Of another version, or renamed: `table epochs`, `column markets_current.tick_size`. */
  absent: string[]
  /** Tables that hold a column which the role may not read. */
  denied: string[]
}

const atStart = new WeakMap<Db, readonly string[]>()

/** Rejects as Db.rows does. */
export async function readMissingParts(db: Db, signal?: AbortSignal): Promise<MissingParts> {
  const pairs = needed.flatMap(([table, columns]) => columns.map((column) => [table, column] as const))
  const [tables, columns] = [pairs.map(([table]) => table), pairs.map(([, column]) => column)]
  const rows = await db.rows(statement, [tables, columns], signal)
  const named = (kinds: string, name: (table: string, column: string) => string): string[] => [
    ...new Set(
      rows.flatMap(([table, column, kind]) => (kinds.includes(kind ?? '') ? [name(table ?? '', column ?? '')] : [])),
    ),
  ]
  const absentTables = new Set(rows.flatMap(([table, , kind]) => (kind === 'table' ? [table] : [])))
  const absent = named('table column', (table, column) =>
    absentTables.has(table) ? `table ${table}` : `column ${table}.${column}`,
  )
  if (!atStart.has(db)) atStart.set(db, absent)
  return { absent, denied: named('right', (table) => table) }
}

/**
 * What keeps requests from being answered now: what went since the first look, and what the role may not read. A database of
 * another version that serves what it has lacks nothing here.
 */
export async function readLostParts(db: Db, signal?: AbortSignal): Promise<string[]> {
  const { absent, denied } = await readMissingParts(db, signal)
  const before = new Set(atStart.get(db))
  return [...absent.filter((part) => !before.has(part)), ...denied.map((table) => `right to read ${table}`)]
}

const sides = `
  select from pg_attribute c where c.attrelid = to_regclass('ledger') and c.attname = 'account_id'`

// Any index with these as its first two columns will do, whatever its name and further columns.
const missing = `
  select wanted.account from unnest(array['account_from_id', 'account_to_id']) as wanted (account)
  where not exists (${sides})
  and not exists (
    select from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
    where i.indrelid = to_regclass('ledger') and i.indisvalid and i.indpred is null and a.amname = 'btree'
      and pg_get_indexdef(i.indexrelid, 1, true) = wanted.account
      and pg_get_indexdef(i.indexrelid, 2, true) = 'ledger_entry_time')`

/** True where the ledger has a row for each account of an entry, in `account_id`, by which it is distributed (decision 41). */
export const isLedgerBySides = factPerDatabase(async (db, signal) => (await db.rows(sides, [], signal)).length > 0)

/** The statements that create the missing indexes: a real node has none (wire.md 12.1). Checked until both exist. */
export const missingLedgerIndexes = factPerDatabase(
  async (db, signal) => {
    const rows = await db.rows(missing, [], signal)
    return rows.map(([account]) => `create index on ledger (${account ?? ''}, ledger_entry_time);`)
  },
  (statements) => statements.length === 0,
)

const writingRole = `
  select current_user::text
  where exists (select from pg_roles r where r.rolname = current_user and r.rolsuper)
    or exists (
      select from pg_class c
      where c.relkind in ('r', 'p') and c.relnamespace = any (current_schemas(false)::regnamespace[])
        and has_table_privilege(c.oid, 'insert, update, delete, truncate'))`

/** The role of the connection when it may write to a table of its schemas; undefined when it may only read. Rejects as Db.rows does. */
export async function readWritingRole(db: Db): Promise<string | undefined> {
  const [row] = await db.rows(writingRole)
  return row?.[0] ?? undefined
}
