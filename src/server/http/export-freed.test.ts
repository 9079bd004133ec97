import { type IncomingMessage, get } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from './app.ts'
import { noCore } from '../core/no-core.ts'
import type { Db, Reads, WritableDb } from '../store/db.ts'
import { databases } from '../testing/databases.ts'
import { listen } from '../testing/fake-service.ts'
import { party } from '../testing/ids.ts'
import { bytes, insert } from '../testing/insert.ts'
import { accountRow, accounts } from '../testing/sample-ledger.ts'

/** Of more than a kilobyte each, so that the buffers between service and client hold a part of them only. */
const rows = 40_000

/** The database, and what of it was asked when. */
function watched(db: WritableDb): { db: Db; running: () => number; asked: () => number } {
  let [running, asked] = [0, 0]
  const begin = (): void => {
    running += 1
    asked += 1
  }
  const reads = (of: Reads): Reads => ({
    async rows(...read) {
      begin()
      return of.rows(...read).finally(() => (running -= 1))
    },
    async *copy(...read) {
      begin()
      try {
        yield* of.copy(...read)
      } finally {
        running -= 1
      }
    },
  })
  return {
    running: () => running,
    asked: () => asked,
    db: {
      ...reads(db),
      kind: db.kind,
      async openExport(signal) {
        const admitted = await db.openExport(signal)
        return { ...reads(admitted), close: () => admitted.close() }
      },
      close: () => db.close(),
    },
  }
}

describe.each(databases)('on $name', ({ open }) => {
  let db: WritableDb
  beforeAll(async () => {
    db = await open()
    await insert(db, 'accounts', [accountRow(accounts.annaGeneral), accountRow(accounts.borisGeneral)])
    const [from, to] = [accounts.annaGeneral, accounts.borisGeneral].map(({ id }) => `'${bytes(id)}'::bytea`)
    await db.exec(`
      insert into ledger
      select timestamptz '2024-03-01 10:00:00+00' + n * interval '1 second', ${from}, ${to}, n,
        timestamptz '2024-03-01 10:00:00+00' + n * interval '1 second', 7, 9, repeat('long', 300)
      from generate_series(1, ${rows}) n`)
  }, 60_000)
  afterAll(() => db.close())

  test('an export whose client goes away asks the database for nothing more within a second', async () => {
    const watch = watched(db)
    const { url, close } = await listen(createApp({ db: watch.db, core: noCore(watch.db) }))
    try {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        get(`${url}/api/v2/ledgerentry/export?partyId=${party.anna}`, { agent: false }, resolve).on('error', reject)
      })
      let received = 0
      for await (const chunk of response) {
        received += (chunk as Buffer).length
        if (received > 1000) break // leaving the loop destroys the connection
      }
      await new Promise((resolve) => setTimeout(resolve, 1000))
      const asked = watch.asked()
      expect(watch.running()).toBe(0)
      // A slice of at most four thousand rows takes one statement: the export stopped long before its end.
      expect(asked).toBeLessThan(rows / 5000)
      await new Promise((resolve) => setTimeout(resolve, 500))
      expect(watch.asked()).toBe(asked)
    } finally {
      await close()
    }
  })
})
