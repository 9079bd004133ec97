import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Db, StatementError } from './db.ts'
import { databases } from '../../../tests/server/support/databases.ts'
import { fakePostgres } from '../../../tests/server/support/fake-postgres.ts'
import { openMemory } from '../../../tests/server/support/memory-database.ts'
import { openPostgres } from './postgres/postgres.ts'
import { dayStartSql } from '../sql/statement.ts'
import { StatementNames } from './statement-names.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closing.splice(0).reverse()) await close()
})

async function opened(options: Parameters<typeof fakePostgres>[0] = {}, unprepared = false) {
  const server = await fakePostgres(options)
  const db = openPostgres(server.url, { unprepared })
  closing.push(server.close, () => db.close())
  return { server, db }
}

/** Asks so often that the statement has a name in the end. */
const settled = (names: StatementNames, sql: string): string | undefined =>
  [1, 2, 3].map(() => names.nameOf(sql)).at(-1)

describe('which statements get a name', () => {
  test('a repeated statement has the same name in every process', () => {
    const names = new StatementNames()
    expect([1, 2, 3, 4].map(() => names.nameOf('select $1::int') !== undefined)).toEqual([false, false, true, true])
    expect(settled(new StatementNames(), 'select $1::int')).toBe(names.nameOf('select $1::int'))
    expect(settled(names, 'select $1::bigint')).not.toBe(names.nameOf('select $1::int'))
  })

  test('none with a time in it, so that a page of candles of its own time takes no memory; all of time and a day are no such times', () => {
    const names = new StatementNames()
    expect(settled(names, `select '2024-03-01T00:00:00.000000Z'::timestamptz`)).toBeUndefined()
    expect(settled(names, `select '0001-01-01T00:00:00.000000Z', '9999-12-31T23:59:59.000000Z'`)).toBeDefined()
    expect(settled(names, `select ${dayStartSql(1_700_000_000_000_000n)}`)).toBeDefined()
  })

  test('many different statements do not switch names off for the next, and the least used gives up its own', () => {
    const names = new StatementNames()
    const often = settled(names, 'select often')
    const prepared = new Set<string>()
    for (let limit = 0; limit < 1000; limit += 1) {
      const name = settled(names, `select ${limit}`) ?? ''
      expect(name).not.toBe('')
      expect(names.nameOf('select often')).toBe(often)
      names.takeUnused(prepared, often ?? '')
      names.takeUnused(prepared, name)
      expect(prepared.size).toBeLessThanOrEqual(64)
    }
    expect(prepared).toContain(often)
  })
})

/** Asks each of 70 statements three times, so that it gets a name, then all again. */
async function askSeventy(db: Db): Promise<void> {
  const all = Array.from({ length: 70 }, (_, n) => `select ${n} + $1::int`)
  for (let time = 0; time < 3; time += 1) for (const sql of all) await db.rows(sql, ['1'])
  for (const sql of all) await db.rows(sql, ['1'])
}

const preparedNames = `select count(*)::text from pg_prepared_statements where name like 'lyra%'`

describe.each(databases)('on $name', ({ open, reader }) => {
  test('after 70 statements the next is still prepared, and the server keeps 64 at most', async () => {
    const writer = await open()
    const db = await reader(writer)
    await askSeventy(db)
    const [[kept] = []] = await db.rows(preparedNames)
    expect(Number(kept)).toBe(64)
    for (let time = 0; time < 4; time += 1) expect(await db.rows('select 1000 + $1::int', ['1'])).toEqual([['1001']])
    const last = `select count(*)::text from pg_prepared_statements where statement like 'select 1000%'`
    expect(await db.rows(last)).toEqual([['1']])
    expect(await db.rows(preparedNames)).toEqual([['64']])
    if (db !== writer) await db.close()
    await writer.close()
  })

  test('a statement whose table has changed is prepared anew', async () => {
    const writer = await open()
    await writer.exec('create table changing (a text); insert into changing values (1)')
    const db = await reader(writer)
    const sql = 'select * from changing'
    for (let time = 0; time < 4; time += 1) expect(await db.rows(sql)).toEqual([['1']])
    await writer.exec('alter table changing add b text')
    for (let time = 0; time < 6; time += 1) expect(await db.rows(sql)).toEqual([['1', null]])
    const names = `select count(*)::text from pg_prepared_statements where statement = '${sql}'`
    expect(await db.rows(names)).toEqual([['1']])
    if (db !== writer) await db.close()
    await writer.close()
  })
})

describe('on PostgreSQL', () => {
  test('a repeated statement is parsed once per connection', async () => {
    const { server, db } = await opened()
    for (let time = 0; time < 10; time += 1) expect(await db.rows('select $1::text', ['1'])).toEqual([['1']])
    expect([server.sessions(), server.statements.length, server.parsed.length]).toEqual([1, 10, 3])
  })

  test('with the switch off every statement is sent whole and without a name', async () => {
    const { server, db } = await opened({}, true)
    for (let time = 0; time < 10; time += 1) await db.rows('select $1::text', ['1'])
    expect(server.parsed).toEqual(Array.from({ length: 10 }, () => ''))
  })

  test.each(['26000', '42P05'])('behind a pooler that loses statements (%s) no request fails', async (sqlState) => {
    const said = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    const { server, db } = await opened({ answer: (_, statement) => (statement === 4 ? { sqlState } : 'row') })
    for (let time = 0; time < 10; time += 1) expect(await db.rows('select $1::text', ['1'])).toEqual([['1']])
    expect(server.parsed.slice(3)).toEqual(Array.from({ length: 7 }, () => ''))
    expect(said).toHaveBeenCalledTimes(1)
  })

  test('a statement that fails for another reason is not repeated', async () => {
    const { server, db } = await opened({ answer: (_, statement) => (statement === 4 ? { sqlState: '22012' } : 'row') })
    for (let time = 0; time < 3; time += 1) await db.rows('select $1::text', ['1'])
    await expect(db.rows('select $1::text', ['1'])).rejects.toBeInstanceOf(StatementError)
    expect(server.statements).toHaveLength(4)
  })
})

describe('on PGlite', () => {
  test('a repeated statement stays prepared, also after a failure in between', async () => {
    const db = await openMemory()
    closing.push(() => db.close())
    const asked = (value: string) => db.rows('select (1 / $1::int)::text', [value])
    for (let time = 0; time < 4; time += 1) expect(await asked('1')).toEqual([['1']])
    const prepared = async () =>
      db.rows(`select count(*)::text from pg_prepared_statements where statement like 'select (1 /%'`)
    expect(await prepared()).toEqual([['1']])
    await expect(asked('0')).rejects.toThrow('division by zero')
    expect(await asked('1')).toEqual([['1']])
    expect(await prepared()).toEqual([['1']])
  })

  test('a table whose columns change does not break a statement for good', async () => {
    const db = await openMemory()
    closing.push(() => db.close())
    await db.exec('create table changing (a text); insert into changing values (1)')
    const sql = 'select * from changing'
    for (let time = 0; time < 4; time += 1) expect(await db.rows(sql)).toEqual([['1']])
    await db.exec('alter table changing add b text')
    for (let time = 0; time < 2; time += 1) expect(await db.rows(sql)).toEqual([['1', null]])
  })
})
