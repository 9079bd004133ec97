import { type IncomingMessage, get } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createNodeService } from './node-service.ts'
import { noCore } from '../core/core.ts'
import type { Db, Reads, WritableDb } from '../database/db.ts'
import { databases } from '../../../tests/server/support/databases.ts'
import { listen } from '../../../tests/server/support/fake-service.ts'
import { party } from '../../../tests/server/support/ids.ts'
import { insertLongLedger } from '../../../tests/server/support/sample-ledger.ts'

/** Of more than a kilobyte each, so that the buffers between service and client hold a part of them only. */
const rows = 40_000

/** The database, the statements that it received, and the end of its export. */
function watched(db: WritableDb): { db: Db; statements: () => number; closed: Promise<void> } {
  let statements = 0
  let onClose = (): void => undefined
  const closed = new Promise<void>((resolve) => (onClose = resolve))
  const reads = (of: Reads): Reads => ({
    rows(...read) {
      statements += 1
      return of.rows(...read)
    },
    copy(...read) {
      statements += 1
      return of.copy(...read)
    },
  })
  return {
    statements: () => statements,
    closed,
    db: {
      ...reads(db),
      async openExport(signal) {
        const admitted = await db.openExport(signal)
        return {
          ...reads(admitted),
          close() {
            admitted.close()
            onClose()
          },
        }
      },
      close: () => db.close(),
    },
  }
}

describe.each(databases)('on $name', ({ open }) => {
  let db: WritableDb
  beforeAll(async () => {
    db = await open()
    await insertLongLedger(db, rows, 1200)
  })
  afterAll(() => db.close())

  /** Requests the export, leaves it once `enough` bytes have arrived, and returns how many statements it took. */
  async function statementsUntil(enough: number): Promise<number> {
    const watch = watched(db)
    const { url, close } = await listen(createNodeService({ db: watch.db, core: noCore(watch.db) }))
    try {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        get(`${url}/api/v2/ledgerentry/export?partyId=${party.anna}`, { agent: false }, resolve).on('error', reject)
      })
      let received = 0
      for await (const chunk of response) {
        received += (chunk as Buffer).length
        if (received > enough) break // leaving the loop destroys the connection
      }
      await watch.closed
      return watch.statements()
    } finally {
      await close()
    }
  }

  test('an export whose client goes away frees the database long before its end', async () => {
    const whole = await statementsUntil(Infinity)
    // A slice takes at least one statement.
    expect(await statementsUntil(1000)).toBeLessThan((whole * 3) / 4)
  })
})
