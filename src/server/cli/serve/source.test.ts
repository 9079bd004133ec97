import { afterEach, describe, expect, test, vi } from 'vitest'
import { checkDatabase, checkWhenThere, reportMissingParts } from './source.ts'
import { unavailable } from '../../fault.ts'
import type { WritableDb } from '../../database/db.ts'
import { databases } from '../../../../tests/server/support/databases.ts'
import { openMemory } from '../../../../tests/server/support/memory-database.ts'

const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
afterEach(() => log.mockClear())
const lines = (): unknown[] => log.mock.calls.map(([line]) => line)

describe.each(databases)('on $name', ({ open }) => {
  async function changed(statements: string): Promise<WritableDb> {
    const db = await open()
    await db.exec(statements)
    return db
  }

  test('a database of another version is reported with the tables that it lacks', async () => {
    const db = await changed(`
      drop table team_members;
      alter table markets_current drop column tick_size;
      alter table epochs rename expire_time to expires`)
    await reportMissingParts(db)
    expect(lines()).toEqual([
      'Missing in the database: table team_members, column markets_current.tick_size, column epochs.expire_time. ' +
        'Requests that need them will fail.',
    ])
    await db.close()
  })

  test('a complete database with further tables is not reported', async () => {
    const db = await changed('create table another (id int); alter table epochs add column another int')
    await reportMissingParts(db)
    expect(lines()).toEqual([])
    await db.close()
  })
})

test('tables of an import that failed are not served as a network in which nothing happened', async () => {
  const db = await openMemory()
  await expect(checkDatabase(db)).rejects.toThrow('The database holds no network')
  await db.exec(`insert into chain (id) values ('small-1')`)
  await checkDatabase(db)
  await db.close()
})

test('a role that does not see the schema is not told that the database is empty', async () => {
  const db = await openMemory()
  await db.exec('create role blind; revoke usage on schema public from public; set role blind')
  await expect(checkDatabase(db)).rejects.toThrow('The role does not see the schema public: grant it usage there')
  await db.exec('reset role; set search_path = other')
  await expect(checkDatabase(db)).rejects.toThrow('or name it in its search_path.')
  await db.close()
})

test('tables that the role may not read are named, not taken for another version', async () => {
  const db = await openMemory()
  await db.exec(`create role reader; grant select on all tables in schema public to reader;
    revoke select on ledger from reader; set role reader`)
  await reportMissingParts(db)
  expect(lines()).toEqual(['The role may not read ledger: grant it select on what is named.'])
  await db.close()
})

test('a database that was away at the start is checked when it is there, once', async () => {
  let calls = 0
  const ended = new AbortController()
  const check = (): Promise<void> => {
    calls += 1
    return calls < 2 ? Promise.reject(unavailable('away')) : Promise.reject(new Error('The database holds no network.'))
  }
  await checkWhenThere(check, ended.signal)
  expect([calls, lines()]).toEqual([2, ['The database holds no network.']])
})

test('the check of a database that never comes ends with the service', async () => {
  const ended = new AbortController()
  const checking = checkWhenThere(() => Promise.reject(unavailable('away')), ended.signal)
  ended.abort()
  await checking
  expect(lines()).toEqual([])
})
