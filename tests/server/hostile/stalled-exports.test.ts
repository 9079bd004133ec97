import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { noCore } from '../../../src/server/core/core.ts'
import { createNodeService } from '../../../src/server/http/node-service.ts'
import { listen } from '../../../src/server/http/listen.ts'
import type { Db, ExportReads, WritableDb } from '../../../src/server/database/db.ts'
import { databases } from '../support/databases.ts'
import { party } from '../support/ids.ts'
import { insertLongLedger } from '../support/sample-ledger.ts'
import { figure, share } from '../support/share.ts'

const readers = 200
/** As many as are let in at once; decision 29 and the queue of exports. */
const admitted = 16
/** Of more than a kilobyte each: some 48 MB an export, 770 MB for all that are let in. */
const rows = 40_000
/** What an export may have taken from the database while nobody reads it: a few slices of 4 MB, and what travels. */
const maxBytes = 20 << 20
/** What is waited for comes late on a busy machine. */
const timeout = share(60_000, 600_000)

/** Counts the bytes that exports take from the database. */
function counted(db: Db): { db: Db; bytes: () => number } {
  let taken = 0
  const openExport = async (signal?: AbortSignal): Promise<ExportReads> => {
    const reads = await db.openExport(signal)
    return {
      ...reads,
      async rows(...read) {
        const found = await reads.rows(...read)
        taken += found.reduce((sum, row) => sum + row.reduce((all, cell) => all + (cell?.length ?? 0), 0), 0)
        return found
      },
      async *copy(query, signal) {
        for await (const chunk of reads.copy(query, signal)) {
          taken += chunk.byteLength
          yield chunk
        }
      },
    }
  }
  return { db: { ...db, rows: db.rows.bind(db), copy: db.copy.bind(db), openExport }, bytes: () => taken }
}

/** Asks for an export and reads nothing of it. */
async function stalled(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.pause()
  socket.write(`GET /api/v2/ledgerentry/export?partyId=${party.anna} HTTP/1.1\r\nHost: x\r\n\r\n`)
  return socket
}

/** Resolves when the number has not changed for half a second. */
async function settled(number: () => number): Promise<void> {
  let [last, same] = [-1, 0]
  await vi.waitUntil(
    () => {
      same = number() === last ? same + 1 : 0
      last = number()
      return same >= 10 && last > 0
    },
    { interval: 50, timeout },
  )
}

const megabytes = (count: number): string => `${(count / 1e6).toFixed(0)} MB`

describe.each(databases)('exports whose client does not read, on $name', ({ name, open, reader }) => {
  let writer: WritableDb
  let db: Db
  beforeAll(async () => {
    writer = await open()
    db = await reader(writer)
    await insertLongLedger(writer, rows, 1200)
  })
  afterAll(async () => {
    if (db !== writer) await db.close()
    await writer.close()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  test('200 of them take a bounded amount from the database, and pages are answered beside them', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const watched = counted(db)
    const { url, stop } = await listen(createNodeService({ db: watched.db, core: noCore(db) }), '127.0.0.1', 0)
    const before = process.memoryUsage().rss
    const sockets = await Promise.all(Array.from({ length: readers }, () => stalled(url)))
    try {
      await settled(watched.bytes)
      const taken = watched.bytes()
      const grown = process.memoryUsage().rss - before
      figure(
        `${readers} stalled exports on ${name}: ${megabytes(taken)} taken from the database, process grew by ${megabytes(grown)}`,
      )
      expect(taken).toBeGreaterThan(0)
      expect(taken).toBeLessThan(admitted * maxBytes)
      expect((await fetch(`${url}/api/v2/margin-modes`)).status).toBe(200)
    } finally {
      for (const socket of sockets) socket.destroy()
      await stop(0)
    }
  })

  test('a place that a stalled reader holds is free after a minute', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const running = (): number => db.queues?.().find(({ name }) => name === 'exports')?.running ?? -1
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { url, stop } = await listen(createNodeService({ db, core: noCore(db) }), '127.0.0.1', 0)
    const sockets = await Promise.all(Array.from({ length: admitted }, () => stalled(url)))
    try {
      await vi.waitUntil(() => running() === admitted)
      await vi.waitUntil(
        async () => {
          await vi.advanceTimersByTimeAsync(10_000)
          return running() === 0
        },
        { interval: 20, timeout },
      )
    } finally {
      for (const socket of sockets) socket.destroy()
      vi.useRealTimers()
      await stop(0)
    }
  })
})
