import { expect, test } from 'vitest'
import { openMemory } from '../../../testing/memory-database.ts'
import { tidy } from './maintenance.ts'

test('dead rows are given back and the planner knows the tables', async () => {
  const db = await openMemory()
  await db.exec(`insert into blocks select to_timestamp(n), n, '\\x00' from generate_series(1, 5000) n`)
  await db.exec('delete from blocks where height % 2 = 0')
  await tidy(db)
  const state = await db.rows(`select s.n_dead_tup, c.reltuples from pg_stat_user_tables s
    join pg_class c on c.oid = s.relid where s.relname = 'blocks'`)
  expect(state).toEqual([['0', '2500']])
  await db.close()
})
