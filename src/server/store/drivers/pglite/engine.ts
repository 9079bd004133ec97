import { PGlite, protocol } from '@electric-sql/pglite'
import type { CopyForm, SqlRow } from '../../db.ts'
import { statementError } from '../../statement-error.ts'

/** One PGlite, one connection: statements run one after the other in the order they are given. Throws StatementError. */
export interface Engine {
  rows(sql: string, params: readonly (string | null)[]): Promise<SqlRow[]>
  exec(sql: string): Promise<void>
  /** All bytes of `copy (query) to` at once: callers ask in slices. */
  copyOut(query: string, form: CopyForm): Promise<Uint8Array>
  /** `copyFrom` names `'/dev/blob'`; `rows` are whole rows. */
  copyIn(copyFrom: string, rows: Uint8Array): Promise<void>
  close(): Promise<void>
}

const settings = [
  // A third less memory of the process than with 128 MB, at no measurable cost here.
  'shared_buffers=32MB',
  // Nobody replays this log but the next start, and PGlite never syncs to disk: torn pages are not what it guards.
  'wal_level=minimal',
  'max_wal_senders=0',
  'full_page_writes=off',
  'min_wal_size=32MB',
  'max_wal_size=64MB',
  'timezone=UTC',
]

async function named<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw statementError(error)
  }
}

/** One statement in one message, which halves the time of a small one against PGlite's own six. */
const message = (sql: string, params: readonly (string | null)[]): Uint8Array =>
  Buffer.concat([
    protocol.serialize.parse({ text: sql }),
    protocol.serialize.bind({ values: [...params] }),
    protocol.serialize.execute({}),
    protocol.serialize.sync(),
  ])

/** An engine in this thread, which can give its files away. */
export interface LocalEngine extends Engine {
  /** All files of the database as a tar archive. */
  files(): Promise<Uint8Array>
}

/**
 * Opens PGlite in the current thread: in memory, or on disk in `directory` (created when missing). A new one starts
 * empty, or with the `files` that another one gave.
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
      for (const answer of await named(pglite.runExclusive(run))) {
        if (answer instanceof protocol.messages.DataRowMessage) rows.push(answer.fields)
      }
      return rows
    },
    async exec(sql) {
      await named(pglite.exec(sql))
    },
    async copyOut(query, form) {
      try {
        const { blob } = await named(pglite.query(`copy (${query}) to '/dev/blob' (format ${form})`))
        return new Uint8Array(await (blob ?? new Blob([])).arrayBuffer())
      } catch (error) {
        // A COPY that fails half-way leaves its bytes behind, which would lead the next one.
        await pglite._getWrittenBlob()
        throw error
      }
    },
    async copyIn(copyFrom, rows) {
      await named(pglite.query(copyFrom, [], { blob: new Blob([rows]) }))
    },
    async files() {
      await pglite.exec('checkpoint')
      return new Uint8Array(await (await pglite.dumpDataDir('none')).arrayBuffer())
    },
    close: () => pglite.close(),
  }
}
