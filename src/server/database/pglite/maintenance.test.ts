import { afterEach, expect, test, vi } from 'vitest'
import { openMemory } from '../../../../tests/server/support/memory-database.ts'
import { log } from '../../log.ts'
import { maxWaitMs } from '../connection-queue.ts'
import { scheduleVacuum, vacuum } from './pglite.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('dead rows are given back and the planner knows the tables', async () => {
  const db = await openMemory()
  await db.exec(`insert into blocks select to_timestamp(n), n, '\\x00' from generate_series(1, 5000) n`)
  await db.exec('delete from blocks where height % 2 = 0')
  await vacuum(db)
  const state = await db.rows(`select s.n_dead_tup, c.reltuples from pg_stat_user_tables s
    join pg_class c on c.oid = s.relid where s.relname = 'blocks'`)
  expect(state).toEqual([['0', '2500']])
  await db.close()
})

test('an import of twenty minutes does not leave twenty runs behind it', async () => {
  const db = await openMemory()
  let [asked, imported] = [0, (): void => undefined]
  const busy = new Promise<void>((resolve) => (imported = resolve))
  const importing = db.transaction(() => busy)
  const watched = {
    ...db,
    exec: (sql: string) => {
      if (sql.includes('pg_stat_force_next_flush')) asked += 1
      return db.exec(sql)
    },
  }
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const stop = scheduleVacuum(watched)
  vi.advanceTimersByTime(20 * 60_000)
  expect(asked).toBe(1)
  imported()
  await importing
  await vi.waitUntil(async () => {
    vi.advanceTimersByTime(60_000)
    await db.rows('select 1')
    return asked === 2
  })
  stop()
  await db.close()
})

test('an import of more than a minute is not told as a failed vacuum', async () => {
  const db = await openMemory()
  const failed = vi.spyOn(log, 'error').mockImplementation(() => undefined)
  let imported = (): void => undefined
  const importing = db.transaction(() => new Promise<void>((resolve) => (imported = resolve)))
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  const stop = scheduleVacuum(db)
  await vi.advanceTimersByTimeAsync(60_000 + 2 * maxWaitMs)
  imported()
  await importing
  await db.exec('select 1')
  expect(failed).not.toHaveBeenCalled()
  stop()
  await db.close()
})
