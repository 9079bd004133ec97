import type { Db } from './db.ts'
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
  select needed.table_name, needed.column_name, (to_regclass(needed.table_name) is null)::text
  from unnest($1::text[], $2::text[]) with ordinality as needed (table_name, column_name, place)
  where not exists (
    select from pg_attribute a
    where a.attrelid = to_regclass(needed.table_name) and a.attname = needed.column_name and not a.attisdropped)
  order by needed.place`

/** What a database lacks of what the questions read: `table epochs`, `column markets_current.tick_size`. Rejects as Db.rows does. */
export async function readMissingParts(db: Db): Promise<string[]> {
  const pairs = needed.flatMap(([table, columns]) => columns.map((column) => [table, column] as const))
  const [tables, columns] = [pairs.map(([table]) => table), pairs.map(([, column]) => column)]
  const rows = await db.rows(statement, [tables, columns])
  const named = rows.map(([table, column, isAway]) =>
    isAway === 'true' ? `table ${table ?? ''}` : `column ${table ?? ''}.${column ?? ''}`,
  )
  return [...new Set(named)]
}
