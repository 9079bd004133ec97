import { setMaxListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { candleIdOf } from '../../wire/candles.ts'
import { createNodeService } from './node-service.ts'
import { createService } from './service.ts'
import { noCore } from '../core/core.ts'
import type { Db, WritableDb } from '../database/db.ts'
import { openPostgres } from '../database/postgres/postgres.ts'
import { databases } from '../../../tests/server/support/databases.ts'
import { fakePostgres } from '../../../tests/server/support/fake-postgres.ts'
import { market, party } from '../../../tests/server/support/ids.ts'

const log = vi.fn<(line: string) => void>()
beforeEach(() => {
  log.mockClear()
  vi.spyOn(console, 'error').mockImplementation(log)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const paths = [
  '/api/v2/margin-modes',
  '/api/v2/markets',
  `/api/v2/stream/candle/data?candleId=${candleIdOf('1 hour', market.btc)}`,
  `/api/v2/ledgerentry/export?partyId=${party.anna}`,
]

/** What the service says while statements hold all connections of `db`. */
async function expectBusy(db: Db): Promise<void> {
  const app = createService({ db, core: noCore(db) })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const asked = Promise.all(paths.map(async (path) => app.request(path)))
  expect(await (await app.request('/health')).text()).toBe('ok')
  await vi.advanceTimersByTimeAsync(10_000)
  for (const answer of await asked) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await answer.text()).toContain('"code":14,"message":"The database is busy')
  }
  expect((await app.request('/health')).status).toBe(200)
  expect(log).not.toHaveBeenCalled()
  vi.useRealTimers()
}

test('seven statements that hang do not make the service say that the database cannot be reached', async () => {
  const server = await fakePostgres({ answer: () => 'hang' })
  const db = openPostgres(server.url)
  const stop = new AbortController()
  setMaxListeners(0, stop.signal)
  const hanging = Promise.allSettled(Array.from({ length: 7 }, () => db.rows('select slow', [], stop.signal)))
  await vi.waitUntil(() => server.statements.length === 7)
  await expectBusy(db)
  stop.abort(new Error('gone away'))
  await hanging
  await db.close()
  await server.close()
})

/** Keeps every turn at the database until `release` is called. */
async function occupied(writer: WritableDb, db: Db): Promise<{ release: () => Promise<void> }> {
  let leave = (): void => undefined
  const left = new Promise<void>((resolve) => (leave = resolve))
  const stop = new AbortController()
  setMaxListeners(0, stop.signal)
  const hanging: Promise<unknown>[] = []
  // On PGlite a transaction has the database alone; PostgreSQL has connections that wait for the table.
  const begun = new Promise<void>((resolve) => {
    hanging.push(
      writer.transaction(async (holder) => {
        await holder.exec('lock table ledger in access exclusive mode')
        resolve()
        await left
      }),
    )
  })
  await begun
  if (db !== writer) {
    for (let n = 0; n < 7; n += 1) hanging.push(db.rows('select count(*) from ledger', [], stop.signal))
    await vi.waitFor(() => expect(db.queues?.()[0]).toMatchObject({ running: 7 }))
  }
  const release = async (): Promise<void> => {
    stop.abort(new Error('gone away'))
    leave()
    await Promise.allSettled(hanging)
  }
  return { release }
}

describe.each(databases)('on $name', ({ open, reader }) => {
  let writer: WritableDb
  let db: Db
  beforeEach(async () => {
    writer = await open()
    db = await reader(writer)
  })
  afterEach(async () => {
    if (db !== writer) await db.close()
    await writer.close()
  })

  test('a page is refused as busy in a few seconds, never left without an answer', async () => {
    const { release } = await occupied(writer, db)
    await expectBusy(db)
    await release()
    expect(await db.rows('select count(*) from ledger')).toEqual([['0']])
  })

  test('the queue of one address keeps no other address waiting', async () => {
    const app = createNodeService({ db, core: noCore(db) })
    const answered: string[] = []
    const ask = async (address: string, n: number): Promise<void> => {
      const env = { incoming: { socket: { remoteAddress: address } } }
      const { status } = await app.request(`/api/v2/margin-modes?pagination.first=${n}`, {}, env)
      answered.push(`${address} ${status}`)
    }
    const { release } = await occupied(writer, db)
    const asked = [...Array.from({ length: 200 }, (_, n) => ask('192.0.2.1', n + 1)), ask('192.0.2.2', 1)]
    await vi.waitFor(() => expect(db.queues?.()[0]?.waiting).toBeGreaterThan(200))
    await release()
    await Promise.all(asked)
    // The driver settles what ran at the same moment in any order, and a busy machine many answers at once.
    expect(answered.indexOf('192.0.2.2 200')).toBeGreaterThanOrEqual(0)
    expect(answered.indexOf('192.0.2.2 200')).toBeLessThan(60)
  })

  test('clients that left while they waited free their places', async () => {
    const app = createService({ db, core: noCore(db) })
    const { release } = await occupied(writer, db)
    const gone = new AbortController()
    setMaxListeners(0, gone.signal)
    const asked = Array.from({ length: 100 }, async (_, n) =>
      app.request(`/api/v2/margin-modes?pagination.first=${n + 1}`, { signal: gone.signal }),
    )
    await vi.waitFor(() => expect(db.queues?.()[0]?.waiting).toBeGreaterThanOrEqual(100))
    gone.abort()
    await Promise.all(asked)
    await vi.waitFor(() => expect(db.queues?.()[0]?.waiting).toBeLessThanOrEqual(1))
    await release()
  })
})
