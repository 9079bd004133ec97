import { Agent, type IncomingMessage, request as send } from 'node:http'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Core, noCore } from '../../../src/server/core/core.ts'
import { createNodeService } from '../../../src/server/http/node-service.ts'
import { type Listening, listen } from '../../../src/server/http/listen.ts'
import { Json } from '../../../src/server/json-text.ts'
import type { Db, WritableDb } from '../../../src/server/database/db.ts'
import { databases } from '../support/databases.ts'
import { makeSample } from '../support/sample.ts'
import { type Documented, documented, faultOf } from '../support/hostile/documented.ts'
import { type GeneratedRequest, requestsFor } from '../support/hostile/generated-requests.ts'
import { sampleLists } from '../support/hostile/lists.ts'
import { figure, share } from '../support/share.ts'

/** A core node of which every party has sent nothing. */
const core = (db: Db): Core => ({
  ...noCore(db),
  spamStatistics: () => Promise.resolve({ chainId: 'c', statistics: new Json('{"epochSeq":"7"}') }),
  blockHeight: () =>
    Promise.resolve({
      height: '1',
      hash: '',
      chainId: 'c',
      spamPowHashFunction: 'sha3_24_rounds',
      spamPowDifficulty: 15,
      spamPowNumberOfPastBlocks: 100,
      spamPowNumberOfTxPerBlock: 2,
      spamPowIncreasingDifficulty: true,
    }),
})

interface Answer {
  status: number
  media: string
  text: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 })

/** Streams without end are left after their headers. */
async function ask(base: string, { method, target, headers }: GeneratedRequest, endless: boolean): Promise<Answer> {
  const { hostname, port } = new URL(base)
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    send({ hostname, port, path: target, method, headers, agent }, resolve).on('error', reject).end()
  })
  const status = response.statusCode ?? 0
  const media = (response.headers['content-type'] ?? '').split(';')[0] ?? ''
  if (endless && status === 200) {
    response.destroy()
    return { status, media, text: '' }
  }
  const chunks: Buffer[] = []
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  const packed = response.headers['content-encoding'] === 'gzip' && bytes.length > 0
  return { status, media, text: (packed ? gunzipSync(bytes) : bytes).toString() }
}

/** The bodies that an answer holds, by its media type. */
function bodiesOf({ media, text }: Answer): unknown[] {
  if (media === 'text/csv') return [text]
  if (media !== 'application/x-ndjson') return [JSON.parse(text)]
  return text
    .split('\n')
    .filter(Boolean)
    .map((line): unknown => JSON.parse(line))
}

/** What is wrong with an answer; undefined when nothing is. */
function problemOf(op: Documented, { method, target }: GeneratedRequest, answer: Answer): string | undefined {
  const { status, media, text } = answer
  const said = (problem: string): string => `${problem}: ${method} ${target}: ${status} ${text.slice(0, 300)}`
  if (status >= 500) return said('a failure')
  const response = op.responses[status]
  if (!response) return said('an undocumented status')
  if (status === 304) return undefined
  if (!Object.hasOwn(response.content, media)) return said(`an undocumented media type ${media}`)
  if (method === 'HEAD' || text === '') return undefined
  if (/\n\{"error"/.test(text)) return said('a failure behind the first byte')
  const [fault] = bodiesOf(answer)
    .map((body) => faultOf(op, status, media, body))
    .filter(Boolean)
  return fault === undefined ? undefined : said(fault)
}

interface Edges {
  edges: { cursor: string }[]
}
const isPage = (value: unknown): value is Edges => typeof value === 'object' && value !== null && 'edges' in value

/** The cursors of a list's first rows; none for an operation that lists nothing. */
async function cursorsOf(base: string, operation: string): Promise<string[]> {
  const list = sampleLists[operation]
  if (!list) return []
  const { text } = await ask(base, { method: 'GET', target: list.target, headers: {} }, false)
  const [page] = Object.values(JSON.parse(text) as object).filter(isPage)
  expect(page?.edges.length ?? 0).toBeGreaterThan(1)
  return page?.edges.map(({ cursor }) => cursor) ?? []
}

describe.each(databases)('generated requests on $name', ({ open, reader }) => {
  let writer: WritableDb
  let db: Db
  let service: Listening
  const statuses = new Map<string, Map<number, number>>()
  const log = vi.spyOn(console, 'error')

  beforeAll(async () => {
    writer = await open()
    await makeSample(writer)
    db = await reader(writer)
    service = await listen(createNodeService({ db, core: core(db), cacheBytes: 1_000_000 }), '127.0.0.1', 0)
  })
  afterAll(async () => {
    agent.destroy()
    await service.stop(0)
    if (db !== writer) await db.close()
    await writer.close()
    const all = [...statuses.values()].flatMap((of) => [...of])
    const total = all.reduce((sum, [, count]) => sum + count, 0)
    const by = (status: number): number => all.reduce((sum, [of, count]) => sum + (of === status ? count : 0), 0)
    figure(`generated requests: ${total}, of which 200: ${by(200)}, 400: ${by(400)}, 404: ${by(404)}`)
  })

  const runs = Math.ceil(share(2000, 20_000) / documented.length)

  test.each(documented.map((op) => [op.operationId, op] as const))(
    '%s never fails, says nothing that is not documented, and keeps to its schema',
    async (name, op) => {
      const seen = new Map<number, number>()
      statuses.set(name, seen)
      const cursors = await cursorsOf(service.url, name)
      await fc.assert(
        fc.asyncProperty(requestsFor(op, cursors), async (request) => {
          const answer = await ask(service.url, request, name === 'observeCandleData')
          expect(problemOf(op, request, answer)).toBeUndefined()
          seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1)
        }),
        { numRuns: runs },
      )
      // A suite that only ever meets refusals has tested no reply.
      expect(seen.get(200) ?? 0).toBeGreaterThan(0)
      expect(log).not.toHaveBeenCalled()
    },
  )
})
