import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { WritableDb } from '../database/db.ts'
import schema from '../database/schema.sql?raw'
import { openMemory } from '../../../tests/server/support/memory-database.ts'
import { parseCommandLine } from './command-line.ts'
import { runFolderCommand } from './folder-commands.ts'

let db: WritableDb
vi.mock('../database/pglite/pglite.ts', async (original) => ({
  ...(await original<object>()),
  openPglite: () => Promise.resolve({ ...db, close: () => Promise.resolve() }),
}))
const print = vi.fn<(line: string) => void>()
beforeAll(async () => {
  db = await openMemory()
  vi.spyOn(console, 'log').mockImplementation(print)
})
afterAll(() => db.close())
beforeEach(async () => {
  print.mockClear()
  await db.exec(`drop schema public cascade; create schema public; ${schema};
    insert into chain (id) values ('small-1'); insert into lyra_segments values (1, 3, 115, 'small-1');
    insert into blocks select now() + n * interval '1 second', n, '\\x00' from generate_series(1, 3) n;
    insert into last_block (height, vega_time, hash) select height, vega_time, hash from blocks where height = 3`)
})

const verified = (): Promise<number> => runFolderCommand({ name: 'verify', directory: 'somewhere', file: '' })

test('a whole database is read table by table and called whole', async () => {
  expect(await verified()).toBe(0)
  const lines = print.mock.calls.map(([line]) => line)
  expect(lines).toContain('  blocks: 3 rows')
  expect(lines).toContain('  chain: 1 row')
  expect(lines.at(-1)).toBe('Every row was read and the imported blocks are all there.')
})

test.each([
  ['a block within an archive', 'delete from blocks where height = 2', 'Of the imported blocks 1 to 3, 1 are missing'],
  ['the last block', 'delete from last_block', 'Imported up to block 3, but its last block is unknown'],
  ['all of its network', 'delete from chain', 'Nothing was imported into it, or all is lost.'],
])('a database that lost %s is not called whole', async (_, harm, sentence) => {
  await db.exec(harm)
  await expect(verified()).rejects.toThrow(sentence)
  expect(print.mock.calls.flat().join()).not.toContain('all there')
})

test.each(['backup', 'backup a', 'restore a b c', 'restore a --data b', 'verify', 'verify a b'])(
  '"lyra %s" touches no file and says what is missing',
  (line) => {
    expect(() => parseCommandLine(line.split(' '), {})).toThrow(/The command is: lyra |Unknown option '--data'/)
  },
)

test('a backup goes from the directory to the file, a restore the other way', () => {
  expect(parseCommandLine(['backup', 'd', 'f'], {})).toEqual({ name: 'backup', directory: 'd', file: 'f' })
  expect(parseCommandLine(['restore', 'f', 'd'], {})).toEqual({ name: 'restore', directory: 'd', file: 'f' })
})
