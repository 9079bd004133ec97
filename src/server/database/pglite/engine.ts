import { PGlite, type PGliteOptions, protocol } from '@electric-sql/pglite'
import { concatBytes } from '../../bytes.ts'
import { type SqlRow, type SqlValue, parameterText, statementError, type Connection } from '../db.ts'
import { StatementNames } from '../statement-names.ts'

/** One PGlite with its one connection: statements run in the order of their calls. Rejects with StatementError. */
export interface Engine extends Omit<Connection, 'load'> {
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
/** A database in memory has its files there already, and what a sort takes is never given back. */
const settingsInMemory = ['shared_buffers=16MB', 'maintenance_work_mem=8MB']

async function rethrow<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw statementError(error)
  }
}

/** A statement, and the name that it is prepared under; `isParsed` when that was done before. */
interface PreparedQuery {
  sql: string
  params: readonly SqlValue[]
  name: string | undefined
  isParsed: boolean
  unused: readonly string[]
}

/** A statement as one protocol message: a small one takes half the time of the six messages that PGlite sends. */
function message({ sql, params, name = '', isParsed, unused }: PreparedQuery): Uint8Array {
  const { parse, close, bind, execute, sync } = protocol.serialize
  // After a failure the name may or may not exist; closing an unknown name is no error.
  const preparing = name === '' ? [] : [close({ type: 'S', name })]
  const parsing = isParsed ? [] : [...preparing, parse({ name, text: sql })]
  const closing = unused.map((one) => close({ type: 'S', name: one }))
  return concatBytes([
    ...closing,
    ...parsing,
    bind({ statement: name, values: params.map(parameterText) }),
    execute({}),
    sync(),
  ])
}

/** What a host has for PGlite already: its program, and the files of another database, a tar archive. */
export type EngineParts = Pick<PGliteOptions, 'fsBundle' | 'initdbWasmModule' | 'loadDataDir' | 'pgliteWasmModule'>

/** Opens PGlite in this thread: in memory or in `directory`, empty or with the files in `parts`. */
export async function openEngine(directory?: string, parts: EngineParts = {}): Promise<Engine> {
  const all = directory === undefined ? [...settings, ...settingsInMemory] : settings
  const pglite = await PGlite.create({
    ...(directory === undefined ? {} : { dataDir: directory }),
    ...parts,
    startParams: [...PGlite.defaultStartParams, ...all.flatMap((setting) => ['-c', setting])],
  })
  const names = new StatementNames()
  /** Names that may exist, and those that do: a failed statement may have been parsed or not. */
  const [prepared, parsed] = [new Set<string>(), new Set<string>()]
  async function send(query: PreparedQuery): Promise<SqlRow[]> {
    const run = () => pglite.execProtocolStream(message(query), { syncToFs: false })
    const rows: SqlRow[] = []
    for (const reply of await rethrow(pglite.runExclusive(run))) {
      if (reply instanceof protocol.messages.DataRowMessage) rows.push(reply.fields)
    }
    return rows
  }
  return {
    async rows(sql, params) {
      const name = names.nameOf(sql)
      const unnamed = { sql, params, name: undefined, isParsed: false, unused: [] }
      if (name === undefined) return send(unnamed)
      try {
        const unused = names.takeUnused(prepared, name)
        for (const one of unused) parsed.delete(one)
        const rows = await send({ sql, params, name, isParsed: parsed.has(name), unused })
        parsed.add(name)
        return rows
      } catch (error) {
        parsed.delete(name)
        if (!names.mayRepeatUnnamed(sql, error)) throw error
        // In a transaction, which has failed now, the error is another one; the first says why.
        return send(unnamed).catch(() => Promise.reject(error))
      }
    },
    async exec(sql) {
      await rethrow(pglite.exec(sql))
    },
    async copyOut(query) {
      try {
        const { blob } = await rethrow(pglite.query(`copy (${query}) to '/dev/blob'`))
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
    close: () => pglite.close(),
  }
}
