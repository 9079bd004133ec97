import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WritableDb } from '../store/db.ts'
import { openMemory } from '../store/drivers/pglite/pglite.ts'
import { bytes, insert, load, type Row } from './rows.ts'

let db: WritableDb
beforeAll(async () => {
  db = await openMemory()
  await db.exec('create table things (id bytea, name text, note jsonb)')
})
afterAll(() => db.close())

const rows: Row[] = [
  [bytes('00ff'), `it's a "name", \\ with\ttabs\nand lines`, '{"a":"\\\\n"}'],
  [bytes('network'), '\\N', null],
  [bytes(''), '', '[]'],
]
const kept = () => db.rows('select id::text, name, note::text from things order by id desc')

test('rows arrive as they are, loaded or inserted', async () => {
  await load(db, { into: 'things (id, name, note)', rows })
  const loaded = await kept()
  expect(loaded).toContainEqual(['\\x00ff', `it's a "name", \\ with\ttabs\nand lines`, '{"a": "\\\\n"}'])
  expect(loaded).toContainEqual(['\\x03', '\\N', null])
  expect(loaded).toContainEqual(['\\x', '', '[]'])
  await db.exec('delete from things')
  await db.exec(insert({ into: 'things (id, name, note)', rows }, 'on conflict do nothing'))
  expect(await kept()).toEqual(loaded)
})

test('no rows are no statement', () => {
  expect(insert({ into: 'things (id)', rows: [] })).toBe('')
})
