import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WritableDb } from '../database/db.ts'
import { bytes, insert, insertNew, load, type Row, upsert } from './rows.ts'
import { openMemory } from '../../../tests/server/support/memory-database.ts'

let db: WritableDb
beforeAll(async () => {
  db = await openMemory()
  await db.exec('create table things (id bytea, name text, note jsonb)')
})
afterAll(() => db.close())

const rows: Row[] = [
  { id: bytes('00ff'), name: `it's a "name", \\ with\ttabs\nand lines`, note: '{"a":"\\\\n"}' },
  { id: bytes('network'), name: '\\N', note: null },
  { id: bytes(''), note: '[]', name: '' },
]
const kept = () => db.rows('select id::text, name, note::text from things order by id desc')

test('rows arrive as they are, loaded or inserted', async () => {
  await load(db, 'things', rows)
  const loaded = await kept()
  expect(loaded).toContainEqual(['\\x00ff', `it's a "name", \\ with\ttabs\nand lines`, '{"a": "\\\\n"}'])
  expect(loaded).toContainEqual(['\\x03', '\\N', null])
  expect(loaded).toContainEqual(['\\x', '', '[]'])
  await db.exec('delete from things')
  await db.exec(insertNew('things', rows))
  expect(await kept()).toEqual(loaded)
})

test('existing rows are left alone or replaced', async () => {
  await db.exec('create table counts (id int primary key, count bigint)')
  await db.exec(insert('counts', [{ id: 1, count: 5n }]))
  await db.exec(insertNew('counts', [{ id: 1, count: 6 }]))
  expect(await db.rows('select id::text, count::text from counts')).toEqual([['1', '5']])
  const rows = [
    { id: 1, count: 7 },
    { id: 2, count: 8 },
  ]
  await db.exec(upsert('counts', 'id', rows))
  expect(await db.rows('select id::text, count::text from counts order by id')).toEqual([
    ['1', '7'],
    ['2', '8'],
  ])
})

test('no rows are no statement', () => {
  expect(insert('things', [])).toBe('')
})
