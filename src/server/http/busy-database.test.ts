import { setMaxListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { candleIdOf } from '../../wire/candles.ts'
import { createApp } from './app.ts'
import { noCore } from '../core/no-core.ts'
import type { Db } from '../store/db.ts'
import { openPostgres } from '../store/drivers/postgres/postgres.ts'
import { databases } from '../testing/databases.ts'
import { fakePostgres } from '../testing/fake-postgres.ts'
import { market, party } from '../testing/ids.ts'

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

/** What the service says while statements hold all seven connections of `db`. */
async function expectBusy(db: Db): Promise<void> {
  const app = createApp({ db, core: noCore(db) })
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

describe.each(databases.filter(({ name }) => name === 'PostgreSQL'))('on $name', ({ open, reader }) => {
  test('nor do requests that wait for a locked table', async () => {
    const writer = await open()
    const db = await reader(writer)
    const stop = new AbortController()
    setMaxListeners(0, stop.signal)
    await writer.transaction(async (holder) => {
      await holder.exec('lock table ledger in access exclusive mode')
      const hanging = Promise.allSettled(
        Array.from({ length: 7 }, () => db.rows('select count(*) from ledger', [], stop.signal)),
      )
      const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      await vi.waitUntil(async () => (await writer.rows(waiting)).length === 7, 5000)
      await expectBusy(db)
      stop.abort(new Error('gone away'))
      await hanging
    })
    expect(await db.rows('select count(*) from ledger')).toEqual([['0']])
    await db.close()
    await writer.close()
  })
})
