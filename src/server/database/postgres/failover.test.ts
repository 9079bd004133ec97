import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noCore } from '../../core/core.ts'
import { createService } from '../../http/service.ts'
import { recentBlockOf } from '../chain.ts'
import { type FakePostgresOptions, fakePostgres } from '../../../../tests/server/support/fake-postgres.ts'
import type { Db } from '../db.ts'
import { openPostgres } from './postgres.ts'

const closing: (() => Promise<void>)[] = []
beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closing.splice(0).reverse()) await close()
})

/** A database of two servers; each says that its newest block is 1. */
async function opened(...options: [FakePostgresOptions, FakePostgresOptions]) {
  const servers = await Promise.all(options.map((one) => fakePostgres(one)))
  const hosts = servers.map(({ url }) => new URL(url).host)
  const db = openPostgres(`postgres://lyra@${hosts.join(',')}/lyra`)
  for (const { close } of servers) closing.push(close)
  closing.push(() => db.close())
  const asked = (text: string) => servers.map(({ statements }) => statements.filter((one) => one === text).length)
  return { db, servers, hosts, asked }
}

const only = (text: string, doing: ReturnType<NonNullable<FakePostgresOptions['answer']>>): FakePostgresOptions => ({
  answer: (_, __, statement) => (statement === text ? doing : 'row'),
})

test.each(['leave', { sqlState: '57P01' }, { sqlState: '40001' }] as const)(
  'a read that one server breaks off (%o) is answered by the other, and its client sees nothing of it',
  async (doing) => {
    const { db, asked } = await opened(only('select 1', doing), {})
    for (let time = 0; time < 6; time += 1) expect(await db.rows('select 1')).toEqual([['1']])
    const [broken = 0, answered = 0] = asked('select 1')
    expect([broken > 0, answered]).toEqual([true, 6])
  },
)

test('a read that each standby breaks off twice is to be asked again later', async () => {
  const conflict = only('select 1', { sqlState: '40001' })
  const { db, asked } = await opened(conflict, conflict)
  await expect(db.rows('select 1')).rejects.toMatchObject({ code: 14, retryAfter: 2 })
  expect(asked('select 1')).toEqual([2, 2])
})

test('a client gets Retry-After, and an error that claims nothing about the data', async () => {
  const conflict: FakePostgresOptions = {
    answer: (_, __, statement) => (statement.includes('from parties') ? { sqlState: '40001' } : 'row'),
  }
  const { db } = await opened(conflict, conflict)
  const response = await createService({ db, core: noCore(db) }).request('/api/v2/parties')
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await response.json()).toMatchObject({ code: 14, message: expect.stringContaining('try again') as unknown })
})

test('a statement that the server refuses is not tried elsewhere', async () => {
  const refused = only('select 1', { sqlState: '22012' })
  const { db, asked } = await opened(refused, refused)
  await expect(db.rows('select 1')).rejects.toMatchObject({ sqlState: '22012' })
  expect(asked('select 1')).toEqual(expect.arrayContaining([0, 1]))
})

test('a read whose client leaves ends its statement and is not tried elsewhere', async () => {
  const slow = only('select slow', 'hang')
  const { db, servers, asked } = await opened(slow, slow)
  const controller = new AbortController()
  const read = db.rows('select slow', [], controller.signal)
  const outcome = read.catch((error: unknown) => error)
  await vi.waitFor(() => expect(asked('select slow')).toEqual(expect.arrayContaining([0, 1])))
  controller.abort(new Error('gone away'))
  expect(await outcome).toMatchObject({ message: 'gone away' })
  await vi.waitFor(() => expect(servers.flatMap(({ cancels }) => cancels)).toHaveLength(1))
  expect(asked('select slow')).toEqual(expect.arrayContaining([0, 1]))
})

test('a server that hangs is left out, and its reads are tried on the other', async () => {
  const { db, hosts } = await opened({ answer: () => 'hang' }, {})
  const reads = Array.from({ length: 4 }, () => db.rows('select 1'))
  expect(await Promise.all(reads)).toEqual(Array.from({ length: 4 }, () => [['1']]))
  await vi.waitFor(() => expect(db.hosts?.()).toMatchObject([{ name: hosts[0], state: 'away' }, { state: 'in use' }]))
})

test('the header does not fall behind a page that has shown a newer block', async () => {
  let height = 5n
  let reads = 0
  const rows = (): Promise<string[][]> => {
    reads += 1
    return Promise.resolve([[String(height), '1', 'ab', '1:1:']])
  }
  const db = { rows, shownHeight: () => height } as unknown as Db
  const recentBlock = recentBlockOf(db)
  expect(await recentBlock()).toMatchObject({ height: '5' })
  expect(await recentBlock()).toMatchObject({ height: '5' })
  expect(reads).toBe(1)
  height = 6n
  expect(await recentBlock()).toMatchObject({ height: '6' })
})
