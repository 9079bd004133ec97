import { expect, onTestFinished, test } from 'vitest'
import { openMemory } from '../../../tests/server/support/memory-database.ts'
import citus from './citus.sql?raw'

/** What Citus has in place of these writes down for which tables it is called. */
const recorder = `
  create table placed (name regclass, key text);
  create function create_distributed_table(name regclass, key text, colocate_with text default '') returns void
    language sql as 'insert into placed values (name, key)';
  create function create_reference_table(name regclass) returns void
    language sql as 'insert into placed values (name, null)'`

test('on Citus no table is forgotten: each is distributed by a key of its own, or a copy is on every worker', async () => {
  const db = await openMemory()
  onTestFinished(() => db.close())
  await db.exec(recorder)
  await db.exec(citus)
  const left = await db.rows(`select c.relname::text from pg_class c left join placed p on p.name = c.oid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and p.name is null order by 1`)
  expect(left.flat()).toEqual(['lyra_segments', 'placed'])
  // A primary key of a distributed table contains what it is distributed by.
  const keys = await db.rows(`select p.name::text, p.key from placed p where p.key is not null and not exists (
    select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indrelid = p.name and i.indisprimary and a.attname = p.key)`)
  expect(keys).toEqual([])
  expect(await db.rows('select count(*)::text from placed where key is not null')).toEqual([['13']])
})
