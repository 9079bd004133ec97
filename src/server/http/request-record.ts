import { host } from '#host'
import type { Db, ExportReads, Reads } from '../database/db.ts'
import type { RequestLine } from '../log.ts'

/** What is counted of a request while it runs; the reads of the database and the transport add to it. */
export interface RequestRecord extends Omit<RequestLine, 'ms'> {
  /** `performance.now()` when it came. */
  readonly startedAt: number
  /** The body is not read yet; its sender calls `end`. */
  streaming: boolean
  end: () => void
}

const records = host.newScope<RequestRecord>()

/** The record of the request that this code runs for; undefined where none is kept. */
export const currentRecord = (): RequestRecord | undefined => records.getStore()

const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Runs `work` with a new record; `ended` is called once. */
export function withRecord<T>(
  { method, requestId = newId() }: { method: string; requestId?: string | undefined },
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
    ...db,
    ...countedReads(db),
    async openExport(signal): Promise<ExportReads> {
      const reads = await db.openExport(signal)
      return { ...reads, ...countedReads(reads) }
    },
  }
}

/** Called when the last byte of a response has been sent, or when its client has disconnected. */
export type Observe = (line: RequestLine) => void

const tenths = (ms: number): number => Math.round(ms * 10) / 10

export function lineOf(record: RequestRecord): RequestLine {
  const { startedAt, databaseMs, streaming: _, end: __, ...line } = record
  return { ...line, ms: tenths(performance.now() - startedAt), databaseMs: tenths(databaseMs) }
}
