import { PGlite, protocol } from '@electric-sql/pglite'
import type { CopyForm, SqlRow, SqlValue } from '../../db.ts'
import { statementError } from '../../statement-error.ts'
import { parameterText } from '../parameter-text.ts'

/** One PGlite with its one connection: statements run in the order of their calls. Rejects with StatementError. */
export interface Engine {
  rows(sql: string, params: readonly SqlValue[]): Promise<SqlRow[]>
  exec(sql: string): Promise<void>
  /** All bytes of `copy (query) to` at once: callers read in slices. */
  copyOut(query: string, form: CopyForm): Promise<Uint8Array>
  /** `copyFrom` names `'/dev/blob'`; `rows` are whole rows. */
  copyIn(copyFrom: string, rows: Uint8Array): Promise<void>
  close(): Promise<void>
}

const settings = [
  // A third less memory of the process than with 128 MB, at no measurable cost here.
  'shared_buffers=32MB',
  // Only the next start replays this log, and PGlite never syncs to disk, so torn pages need no protection.
  'wal_level=minimal',
  'max_wal_senders=0',
  'full_page_writes=off',
  'min_wal_size=32MB',
  'max_wal_size=64MB',
  'timezone=UTC',
]

async function rethrow<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw statementError(error)
  }
}

/** A statement as one protocol message: a small one takes half the time of the six messages that PGlite sends. */
const message = (sql: string, params: readonly SqlValue[]): Uint8Array =>
  Buffer.concat([
    protocol.serialize.parse({ text: sql }),
    protocol.serialize.bind({ values: params.map(parameterText) }),
    protocol.serialize.execute({}),
    protocol.serialize.sync(),
  ])

/** An engine in this thread, which can export its files. */
export interface LocalEngine extends Engine {
  /** All files of the database as a tar archive. */
  files(): Promise<Uint8Array>
}

/**
 * Opens PGlite in the current thread: in memory, or on disk in `directory` (created when missing). A new one starts
 * empty, or with the `files` of another one.
 */
export async function openEngine(directory?: string, files?: Uint8Array<ArrayBuffer>): Promise<LocalEngine> {
  const pglite = await PGlite.create({
    ...(directory === undefined ? {} : { dataDir: directory }),
    ...(files === undefined ? {} : { loadDataDir: new Blob([files]) }),
    startParams: [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ['-c', setting])],
  })
  return {
    async rows(sql, params) {
      const run = () => pglite.execProtocolStream(message(sql, params), { syncToFs: false })
      const rows: SqlRow[] = []
      for (const reply of await rethrow(pglite.runExclusive(run))) {
        if (reply instanceof protocol.messages.DataRowMessage) rows.push(reply.fields)
      }
      return rows
    },
    async exec(sql) {
      await rethrow(pglite.exec(sql))
    },
    async copyOut(query, form) {
      try {
        const { blob } = await rethrow(pglite.query(`copy (${query}) to '/dev/blob' (format ${form})`))
        return new Uint8Array(await (blob ?? new Blob([])).arrayBuffer())
      } catch (error) {
        // A COPY that fails half-way leaves bytes behind, which the next one would return first.
        await pglite._getWrittenBlob()
        throw error
      }
    },
    async copyIn(copyFrom, rows) {
      await rethrow(pglite.query(copyFrom, [], { blob: new Blob([rows]) }))
    },
    async files() {
      await pglite.exec('checkpoint')
      return new Uint8Array(await (await pglite.dumpDataDir('none')).arrayBuffer())
    },
    close: () => pglite.close(),
  }
}
