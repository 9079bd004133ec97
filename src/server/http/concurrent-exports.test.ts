import { createHash } from 'node:crypto'
import { type IncomingMessage, get } from 'node:http'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createNodeService } from './node-service.ts'
import { noCore } from '../core/core.ts'
import type { Db, WritableDb } from '../database/db.ts'
import { databases } from '../../../tests/server/support/databases.ts'
import { listen } from '../../../tests/server/support/fake-service.ts'
import { party } from '../../../tests/server/support/ids.ts'
import { insertLongLedger } from '../../../tests/server/support/sample-ledger.ts'

/** Several slices, up to 1.5 MB: no export ends before the others have started. */
const rows = 8000

interface Answered {
  status: number
  retryAfter: string | undefined
  hash: string
  /** The bytes of the end, where an in-band error would stand. */
  end: string
}

async function exported(url: string, begun: () => void = () => {}): Promise<Answered> {
  const path = `/api/v2/ledgerentry/export?partyId=${party.anna}`
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url + path, { agent: false }, resolve).on('error', reject)
  })
  begun()
  const hash = createHash('sha256')
  let last = Buffer.alloc(0)
  for await (const chunk of response as AsyncIterable<Buffer>) {
    hash.update(chunk)
    last = Buffer.concat([last, chunk]).subarray(-300)
  }
  return {
    status: response.statusCode ?? 0,
    retryAfter: response.headers['retry-after'],
    hash: hash.digest('hex'),
    end: last.toString(),
  }
}

describe.each(databases)('on $name', { timeout: 120_000 }, ({ open, reader }) => {
  let writer: WritableDb
  let db: Db
  beforeAll(async () => {
    writer = await open()
    db = await reader(writer)
    await insertLongLedger(writer, rows, 100)
  })
  afterAll(async () => {
    if (db !== writer) await db.close()
    await writer.close()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  test('24 exports at once do not cut each other off: each is whole, or refused before its first byte', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { url, close } = await listen(createNodeService({ db, core: noCore(db) }))
    try {
      const alone = await exported(url)
      expect(alone).toMatchObject({ status: 200, retryAfter: undefined })
      // Every connection is there before the clock is turned.
      await Promise.all(Array.from({ length: 7 }, () => db.rows('select pg_sleep(0.1)')))
      await Promise.all(Array.from({ length: 3 }, () => Readable.from(db.copy('select pg_sleep(0.1)')).toArray()))
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      let begun = 0
      const all = Array.from({ length: 24 }, () => exported(url, () => (begun += 1)))
      // As on a machine so busy that every wait exceeds its time limit.
      await vi.waitUntil(() => begun >= 5, { interval: 1 })
      await vi.advanceTimersByTimeAsync(10_000)
      const answers = await Promise.all(all)
      for (const { status, retryAfter, hash, end } of answers) {
        if (status === 200) expect([hash, end]).toEqual([alone.hash, alone.end])
        else expect([status, retryAfter, end]).toEqual([503, '5', expect.stringContaining('busy')])
      }
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(5)
      expect(await exported(url)).toEqual(alone)
      expect(log).not.toHaveBeenCalled()
    } finally {
      await close()
    }
  })

  test('exports whose readers leave make room for others, whether they read or not', async () => {
    const { url, close } = await listen(createNodeService({ db, core: noCore(db) }))
    try {
      await Promise.all(
        Array.from({ length: 16 }, async (_, index) => {
          const path = `/api/v2/ledgerentry/export?partyId=${party.anna}`
          const request = get(url + path, { agent: false })
          request.on('error', () => {})
          const response = await new Promise<IncomingMessage>((resolve) => request.on('response', resolve))
          if (index % 2) await new Promise((resolve) => response.once('data', resolve))
          request.destroy()
        }),
      )
      expect((await exported(url)).status).toBe(200)
      const app = createNodeService({ db, core: noCore(db) })
      const controller = new AbortController()
      const path = `http://x/api/v2/ledgerentry/export?partyId=${party.anna}`
      // Nobody ever reads these bodies.
      for (let ask = 0; ask < 16; ask += 1) {
        expect((await app.request(new Request(path, { signal: controller.signal }))).status).toBe(200)
      }
      controller.abort()
      expect((await app.request(path, { method: 'HEAD' })).status).toBe(200)
      const response = await app.request(path)
      expect(response.status).toBe(200)
      await response.text()
    } finally {
      await close()
    }
  })
})
