import type { Db } from './db.ts'

const statement = `
  select current_user::text
  where exists (select from pg_roles r where r.rolname = current_user and r.rolsuper)
    or exists (
      select from pg_class c
      where c.relkind in ('r', 'p') and c.relnamespace = any (current_schemas(false)::regnamespace[])
        and has_table_privilege(c.oid, 'insert, update, delete, truncate'))`

/** The role of the connection when it may write to a table of its schemas; undefined when it may only read. Rejects as Db.rows does. */
export async function readWritingRole(db: Db): Promise<string | undefined> {
  const [row] = await db.rows(statement)
  return row?.[0] ?? undefined
}
