import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createApp } from '../app.ts'
import { countedDb } from './counted-reads.ts'
import { noCore } from '../../core/no-core.ts'
import type { RequestLine } from '../../log.ts'
import type { WritableDb } from '../../store/db.ts'
import { withRecord } from './request-record.ts'
import { fakeBlock, fakeDb } from '../../testing/fake-service.ts'
import { party } from '../../testing/ids.ts'
import { openMemory } from '../../testing/memory-database.ts'

let db: WritableDb
beforeAll(async () => {
  db = await openMemory()
})
afterAll(() => db.close())

const lines: RequestLine[] = []
const observe = (line: RequestLine): void => void lines.push(line)

async function lineOf(path: string, served = db, init?: RequestInit): Promise<[RequestLine, Response, string]> {
  lines.length = 0
  const app = createApp({ db: served, core: noCore(served), observe })
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
    'GET',
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
