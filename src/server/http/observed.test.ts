import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Hono } from 'hono'
import { createNodeService, observed } from './node-service.ts'
import { listen } from './listen.ts'
import { trustedProxies } from './client-address.ts'
import { countedDb, currentRecord, withRecord } from './request-record.ts'
import { transport } from './transport.ts'
import { noCore } from '../core/core.ts'
import type { RequestLine } from '../log.ts'
import type { WritableDb } from '../database/db.ts'
import { fakeBlock, fakeDb } from '../../../tests/server/support/fake-service.ts'
import { party } from '../../../tests/server/support/ids.ts'
import { openMemory } from '../../../tests/server/support/memory-database.ts'

let db: WritableDb
beforeAll(async () => {
  db = await openMemory()
})
afterAll(() => db.close())

const lines: RequestLine[] = []
const observe = (line: RequestLine): void => void lines.push(line)

async function lineOf(path: string, served = db, init?: RequestInit): Promise<[RequestLine, Response, string]> {
  lines.length = 0
  const app = createNodeService({ db: served, core: noCore(served), observe })
  const response = await app.request(path, init)
  const text = await response.text()
  await vi.waitUntil(() => lines.length > 0)
  expect(lines).toHaveLength(1)
  return [lines[0] as RequestLine, response, text]
}

test('a page is named by its operation, with its bytes and the time of its reads', async () => {
  const [line, response, text] = await lineOf(`/api/v2/margin-modes?partyId=${party.anna}`)
  expect(line).toMatchObject({ operation: 'listMarginModes', method: 'GET', status: 200, bytes: text.length })
  expect(line.databaseMs).toBeGreaterThan(0)
  expect(line.ms).toBeGreaterThanOrEqual(line.databaseMs)
  expect(response.headers.get('x-request-id')).toBe(line.requestId)
})

test('a log line never contains a party id', async () => {
  const [line] = await lineOf(`/statistics/spam/${party.anna}`)
  expect(line).toMatchObject({ operation: 'getSpamStatistics', status: 503 })
  expect(JSON.stringify(line)).not.toContain(party.anna)
})

test('a refusal, an unknown path and a HEAD have their lines', async () => {
  expect((await lineOf('/api/v2/liquidity/providers'))[0]).toMatchObject({ status: 400, rows: 0 })
  expect((await lineOf('/api/v2/nothing'))[0]).toMatchObject({ operation: 'none', status: 404 })
  const head = await lineOf('/api/v2/margin-modes', db, { method: 'HEAD' })
  expect(head[0]).toMatchObject({ method: 'HEAD', status: 200, bytes: 0 })
})

test('an export is counted when its last byte has been read', async () => {
  const [line, , text] = await lineOf(`/api/v2/ledgerentry/export?partyId=${party.anna}`)
  expect(line).toMatchObject({ operation: 'exportLedgerEntries', status: 200, bytes: Buffer.byteLength(text) })
  expect(text.length).toBeGreaterThan(0)
})

test('a file that its client cut is not logged as a whole one', async () => {
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) {
      yield Buffer.from('a,b\n')
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const file = new Hono().get('/file', (c) => transport('1')(c.req.raw, { status: 200, headers: {}, body: endless() }))
  const lines: RequestLine[] = []
  const { url, stop } = await listen(
    observed(file, (line) => lines.push(line)),
    '127.0.0.1',
    0,
  )
  const gone = new AbortController()
  const reply = await fetch(`${url}/file`, { signal: gone.signal })
  await reply.body?.getReader().read()
  gone.abort()
  await vi.waitFor(() => expect(lines.map(({ status }) => status)).toEqual([499]))
  await stop(100)
})

test('rows of pages and lines of exports are counted for the request that reads them', async () => {
  const served = countedDb(
    fakeDb([fakeBlock, fakeBlock], {
      async *copy() {
        yield Buffer.from('a,b\nc,')
        yield Buffer.from('d\n')
      },
    }),
  )
  const rows: number[] = []
  await withRecord(
    { method: 'GET' },
    (record) => void rows.push(record.rows),
    async (record) => {
      await served.rows('select 1')
      const reads = await served.openExport()
      for await (const chunk of reads.copy('select 1')) expect(chunk.byteLength).toBeGreaterThan(0)
      record.end()
    },
  )
  await served.rows('select 1')
  expect(rows).toEqual([4])
})

/** Answers when its request is aborted, or at `/now`. */
const heldApp = (arrive: () => void): Hono =>
  new Hono()
    .get('/now', (c) => c.text(currentRecord()?.requestId ?? ''))
    .get('/wait', async (c) => {
      const { signal } = c.req.raw
      arrive()
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      return c.text('failed', 500)
    })

test('a client that leaves before its answer is not counted as a failure of the service', async () => {
  const lines: RequestLine[] = []
  const gone = new AbortController()
  const app = observed(
    heldApp(() => gone.abort()),
    (line) => lines.push(line),
  )
  const { url, stop } = await listen(app, '127.0.0.1', 0)
  await expect(fetch(`${url}/wait`, { signal: gone.signal })).rejects.toThrow('abort')
  await vi.waitFor(() => expect(lines.map(({ status }) => status)).toEqual([499]))
  await stop(100)
})

test('only a trusted proxy sets the id of a request, up to a maximum length', async () => {
  const idOf = async (id: string, trusted: string[]): Promise<string> => {
    const app = observed(
      heldApp(() => undefined),
      () => undefined,
      trustedProxies(trusted),
    )
    const { url, stop } = await listen(app, '127.0.0.1', 0)
    const text = await (await fetch(`${url}/now`, { headers: { 'X-Request-Id': id } })).text()
    await stop(100)
    return text
  }
  const own = /^[\da-f]{16}$/
  expect(await idOf('req-7f.3:a', ['127.0.0.1'])).toBe('req-7f.3:a')
  expect(await idOf('req-7f', ['10.0.0.1'])).toMatch(own)
  expect(await idOf('a b"c', ['127.0.0.1'])).toMatch(own)
  expect(await idOf('x'.repeat(129), ['127.0.0.1'])).toMatch(own)
})
