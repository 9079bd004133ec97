import { currentRecord } from './request-record.ts'
import type { Db, ExportReads, Reads } from '../../database/db.ts'

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
