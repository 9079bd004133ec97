import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createApp } from '../http/app.ts'
import { recentBlockOf } from '../http/block-headers.ts'
import type { ServeOptions } from './command-line.ts'
import { proxyCore } from '../core/core-proxy.ts'
import type { Core } from '../core/core.ts'
import { openDemo } from '../demo/demo.ts'
import { Fault } from '../error.ts'
import { listen } from '../http/listen.ts'
import { noCore } from '../core/no-core.ts'
import type { Db, WritableDb } from '../store/db.ts'
import { DirectoryInUse } from '../store/drivers/pglite/directory-lock.ts'
import { missingLedgerIndexes } from '../store/ledger-export/indexes.ts'
import { OtherSchema, isPgliteDirectory, openPglite } from '../store/drivers/pglite/pglite.ts'
import { onSignal } from './signals.ts'
import { openPostgres } from '../store/drivers/postgres/postgres.ts'
import { version } from '../version.ts'

const usualDemoDirectory = join('.lyra', 'demo')

/** How long running answers may take when the service is told to stop, and after them the database. */
const drain = 10_000
const closing = 5000

/** What is served: the database, what knows the core's part of it, and how to stop both. */
interface Source {
  name: string
  db: Db
  core: Core
  stop: () => Promise<void>
}

async function imported(directory: string): Promise<Source> {
  if (!(await isPgliteDirectory(directory))) {
    throw new Error(
      `There is nothing imported in ${directory}: first npm run lyra -- import <archive.zip> --data ${directory}. ` +
        `For a demo network in that directory use --demo-data ${directory}.`,
    )
  }
  const db = await openPglite(directory)
  return { name: `the network in ${directory}`, db, core: noCore(db), stop: () => db.close() }
}

/** Says what would make exports of a database that is not Lyra's own quick. */
async function tellMissingIndexes(db: Db): Promise<void> {
  const statements = await missingLedgerIndexes(db)
  if (statements.length === 0) return
  console.log(
    'Each ledger export sorts all entries of its party before its first row, because the ledger lacks an index.',
  )
  console.log(`Exports start at once after: ${statements.join(' ')}`)
}

/** A PostgreSQL may be away when the service starts; one without the tables would never answer. */
async function server(url: string): Promise<Source> {
  const db = openPostgres(url)
  try {
    const [found] = await db.rows(`select to_regclass('ledger')`)
    if (found?.[0] === null) {
      throw new Error('The database holds no network: first npm run lyra -- import <archive.zip> --database URL')
    }
    await tellMissingIndexes(db)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    console.error('Requests are answered with an error until the database can be reached.')
  }
  return { name: 'the network in the database', db, core: noCore(db), stop: () => db.close() }
}

/** The demo is made up anyway: what another version of Lyra made up in its usual place is thrown away. */
async function openDemoDirectory(given: string | undefined): Promise<WritableDb> {
  const directory = given ?? usualDemoDirectory
  try {
    return await openPglite(directory)
  } catch (error) {
    if (error instanceof DirectoryInUse) {
      throw new Error(`${error.message} Or give this demo network a directory of its own with --demo-data DIR.`, {
        cause: error,
      })
    }
    // A directory that was named may hold an imported archive.
    if (!(error instanceof OtherSchema) || given !== undefined) throw error
    rmSync(directory, { recursive: true, force: true })
    return openPglite(directory)
  }
}

async function demo({ demo: options, demoData }: ServeOptions): Promise<Source> {
  if (!existsSync(demoData ?? usualDemoDirectory)) {
    console.log('Making the demo network, which takes some seconds the first time.')
  }
  const db = await openDemoDirectory(demoData)
  try {
    const network = await openDemo(db, options)
    const stop = async (): Promise<void> => {
      await network.stop()
      await db.close()
    }
    return { name: 'the demo network', db, core: network.core, stop }
  } catch (error) {
    await db.close()
    throw error
  }
}

const open = (options: ServeOptions): Promise<Source> => {
  const { data, database } = options
  if (database !== undefined) return server(database)
  return data === undefined ? demo(options) : imported(data)
}

function coreOf({ db, core }: Source, url: string | undefined): Core {
  if (url === undefined) return core
  const recentBlock = recentBlockOf(db)
  return proxyCore(url, { ownHeight: async () => (await recentBlock())?.height })
}

/** The dashboard beside the built service, unless told otherwise. */
function dashboardFolder(given: string | undefined): string | undefined {
  if (given !== undefined) {
    if (!existsSync(join(given, 'index.html'))) throw new Error(`There is no built dashboard in --dashboard ${given}.`)
    return given
  }
  const beside = fileURLToPath(new URL('../web/', import.meta.url))
  return existsSync(join(beside, 'index.html')) ? beside : undefined
}

/** Stops what is served, and says when the process ends before that is done. */
async function close({ db, stop }: Source): Promise<void> {
  const late = new Promise<'late'>((resolve) => void setTimeout(resolve, closing, 'late').unref())
  // A database that is lost has nothing to close, and its reason is told already.
  const stopped = stop().catch((error: unknown) => {
    if (db.lost?.aborted !== true) throw error
  })
  if ((await Promise.race([stopped, late])) === 'late') {
    console.error(`The database did not close within ${closing / 1000} seconds.`)
  }
}

/** `lyra serve`: answers until it is told to stop, or its database is lost. Resolves to the exit status; rejects with a sentence. */
export async function runServe(options: ServeOptions): Promise<number> {
  const dashboard = dashboardFolder(options.dashboard)
  const stopping = new AbortController()
  const end = (reason: string): void => {
    console.error(`Lyra stops: ${reason}`)
    stopping.abort()
  }
  onSignal((signal) => end(`${signal} was received.`))
  const source = await open(options)
  try {
    const { db } = source
    db.lost?.addEventListener('abort', () => end(String(db.lost?.reason)))
    const core = coreOf(source, options.core)
    const { signal } = stopping
    const parts = { db, core, version, faults: options.faults, stopping: signal, ...(dashboard ? { dashboard } : {}) }
    const app = createApp(parts)
    const { url, stop } = await listen(app, options.host, options.port)
    console.log(`Lyra serves ${source.name} at ${url}`)
    if (!signal.aborted) await once(signal, 'abort')
    await stop(drain)
  } finally {
    await close(source)
  }
  return source.db.lost?.aborted ? 1 : 0
}
