import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { BlockList } from 'node:net'
import type { Db, ExportReads, Reads } from '../database/db.ts'
import type { RequestLine } from '../log.ts'
import { isTrusted } from './client-address.ts'
import { socketOf } from './upgrade.ts'

/** What is counted of a request while it runs; the reads of the database and the transport add to it. */
export interface RequestRecord {
  readonly requestId: string
  readonly method: string
  /** `performance.now()` when it came. */
  readonly startedAt: number
  operation: string
  status: number
  rows: number
  bytes: number
  databaseMs: number
  cache?: 'hit' | 'miss'
  /** The body is not read yet; its sender calls `end`. */
  streaming: boolean
  end: () => void
}

const records = new AsyncLocalStorage<RequestRecord>()

/** The record of the request that this code runs for; undefined where none is kept. */
export const currentRecord = (): RequestRecord | undefined => records.getStore()

/** Runs `work` with a new record; `ended` is called once. */
export function withRecord<T>(
  { method, requestId = randomBytes(8).toString('hex') }: { method: string; requestId?: string | undefined },
  ended: (record: RequestRecord) => void,
  work: (record: RequestRecord) => Promise<T>,
): Promise<T> {
  let isOpen = true
  const record: RequestRecord = {
    requestId,
    method,
    startedAt: performance.now(),
    operation: 'none',
    status: 0,
    rows: 0,
    bytes: 0,
    databaseMs: 0,
    streaming: false,
    end() {
      if (isOpen) ended(record)
      isOpen = false
    },
  }
  return records.run(record, () => work(record))
}

/** nginx's status for a client that left before its answer had ended: no failure of the service. */
export const clientLeft = 499

/** The chunks of a body, counted; the record ends with them, however they end. `gone` aborts when the client leaves. */
export async function* countedBody(
  chunks: AsyncIterable<Uint8Array>,
  record: RequestRecord,
  gone: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let isWhole = false
  try {
    for await (const chunk of chunks) {
      record.bytes += chunk.byteLength
      yield chunk
    }
    isWhole = true
  } finally {
    if (!isWhole || gone.aborted) record.status = clientLeft
    record.end()
  }
}

const newline = 0x0a

/** Lines of a COPY, each a row. */
function linesIn(chunk: Uint8Array): number {
  let lines = 0
  for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) lines += 1
  return lines
}

/** The same reads, which add their rows and their time to the record of the request they are for. */
const countedReads = (reads: Reads): Reads => ({
  async rows(sql, params, signal) {
    const record = currentRecord()
    if (!record) return reads.rows(sql, params, signal)
    const startedAt = performance.now()
    try {
      const rows = await reads.rows(sql, params, signal)
      record.rows += rows.length
      return rows
    } finally {
      record.databaseMs += performance.now() - startedAt
    }
  },
  async *copy(query, signal) {
    const record = currentRecord()
    let askedAt = performance.now()
    for await (const chunk of reads.copy(query, signal)) {
      if (record) {
        record.databaseMs += performance.now() - askedAt
        record.rows += linesIn(chunk)
      }
      yield chunk
      askedAt = performance.now()
    }
    if (record) record.databaseMs += performance.now() - askedAt
  },
})

/** The database as requests see it. Reads outside of a request, such as for a shared stream, are not counted. */
export function countedDb(db: Db): Db {
  return {
    ...countedReads(db),
    async openExport(signal): Promise<ExportReads> {
      const reads = await db.openExport(signal)
      return { ...reads, ...countedReads(reads) }
    },
    ...(db.queues && { queues: () => db.queues?.() ?? [] }),
    ...(db.hosts && { hosts: () => db.hosts?.() ?? [] }),
    ...(db.shownHeight && { shownHeight: () => db.shownHeight?.() ?? 0n }),
    lost: db.lost,
    close: () => db.close(),
  }
}

/** Called when the last byte of a response has been sent, or when its client has disconnected. */
export type Observe = (line: RequestLine) => void

const tenths = (ms: number): number => Math.round(ms * 10) / 10

function lineOf(record: RequestRecord): RequestLine {
  const { startedAt, databaseMs, streaming: _, end: __, ...line } = record
  return { ...line, ms: tenths(performance.now() - startedAt), databaseMs: tenths(databaseMs) }
}

/** The id that a trusted proxy has given a request; undefined for none, and for what would not be plain in a log. */
function givenId(request: Request, env: unknown, trusted: BlockList | undefined): string | undefined {
  const id = request.headers.get('x-request-id')
  if (!trusted || id === null || !/^[\w.:+/=@-]{1,128}$/.test(id)) return undefined
  return isTrusted(socketOf(env)?.remoteAddress ?? '', trusted) ? id : undefined
}

/** The service with an account of every request. `trusted`: proxies whose `X-Request-Id` is taken over. */
export function observed(app: Hono, observe: Observe, trusted?: BlockList): Hono {
  const front = new Hono()
  front.all('*', ({ req: { raw }, env }) =>
    withRecord(
      { method: raw.method, requestId: givenId(raw, env, trusted) },
      (record) => observe(lineOf(record)),
      async (record) => {
        const response = await app.fetch(raw, env)
        // A websocket has its connection to itself from here on.
        record.status = response === RESPONSE_ALREADY_SENT ? 101 : response.status
        if (raw.signal.aborted && !record.streaming) record.status = clientLeft
        if (!record.streaming) record.end()
        return response
      },
    ),
  )
  return front
}
