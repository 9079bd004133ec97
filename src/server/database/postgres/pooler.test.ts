import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type FakePostgresOptions, fakePostgres } from '../../../../tests/server/support/fake-postgres.ts'
import { openPostgres } from './postgres.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closing.splice(0).reverse()) await close()
})
const [said, warned] = [vi.fn<(line: string) => void>(), vi.fn<(line: string) => void>()]
beforeEach(() => {
  for (const one of [said, warned]) one.mockClear()
  vi.spyOn(console, 'log').mockImplementation(said)
  vi.spyOn(console, 'error').mockImplementation(warned)
})

async function opened(options: FakePostgresOptions) {
  const server = await fakePostgres(options)
  const db = openPostgres(server.url)
  closing.push(server.close, () => db.close())
  return { server, db }
}

const settings = `isolation level read committed; set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local bytea_output = 'hex'; set local standard_conforming_strings = 'on'; set local jit = 'off'; set local default_transaction_isolation = 'read committed'; set local statement_timeout = '30000'`

describe.each(['refuses', 'drops'] as const)('behind a pooler that %s start-up parameters', (pooler) => {
  test('each read is a read-only transaction with its settings, which is said once and warns of nothing', async () => {
    const { server, db } = await opened({ pooler })
    expect(await db.rows('select 1')).toEqual([['1']])
    expect(await db.rows('select 2')).toEqual([['1']])
    const begin = `begin read only, ${settings}`
    expect(server.statements.slice(-6)).toEqual([begin, 'select 1', 'commit', begin, 'select 2', 'commit'])
    expect(said.mock.calls).toEqual([[expect.stringContaining('A pooler stands in front of 127.0.0.1')]])
    expect(warned).not.toHaveBeenCalled()
  })

  test('a failed read ends its transaction, so that the next one is not refused', async () => {
    const failing = 'select failing'
    const { server, db } = await opened({
      pooler,
      answer: (_, __, text) => (text === failing ? { sqlState: '22012' } : 'row'),
    })
    await expect(db.rows(failing)).rejects.toMatchObject({ sqlState: '22012' })
    expect(server.statements.slice(-2)).toEqual([failing, 'rollback'])
  })

  test('connections that begin together all learn of it', async () => {
    const { db } = await opened({ pooler })
    expect(await Promise.all(Array.from({ length: 7 }, () => db.rows('select 1')))).toHaveLength(7)
    expect(said).toHaveBeenCalledTimes(1)
  })
})

test('where not even a transaction is sure to be read-only, the log warns of it once', async () => {
  const { db } = await opened({ pooler: 'drops all' })
  for (let time = 0; time < 3; time += 1) await db.rows('select 1')
  expect(warned.mock.calls).toEqual([[expect.stringMatching(/^WARNING: .*not certain that Lyra can only read/)]])
})

test('without a pooler nothing is said, and a read is one statement', async () => {
  const { server, db } = await opened({})
  await db.rows('select 1')
  expect(server.statements).toEqual(['select 1'])
  expect([...said.mock.calls, ...warned.mock.calls]).toEqual([])
})
