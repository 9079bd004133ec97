import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
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
import { SpamWatch } from '../spam-history/spam-watch.ts'
import { openPostgres } from '../store/drivers/postgres/postgres.ts'
import { version } from '../version.ts'

const defaultDemoDirectory = join('.lyra', 'demo')

/** How long running responses, and then the database, may take when the service stops. */
const drainMs = 10_000
const closeMs = 5000

/** What is served: the database, the source of core answers, and how to stop both. */
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

/** Reports the indexes that would make exports of a foreign database fast. */
async function reportMissingIndexes(db: Db): Promise<void> {
  const statements = await missingLedgerIndexes(db)
  if (statements.length === 0) return
  console.log(
    'Each ledger export sorts all entries of its party before its first row, because the ledger lacks an index.',
  )
  console.log(`Exports start at once after: ${statements.join(' ')}`)
}

/** PostgreSQL may be unreachable at the start; a database without the tables is an error. */
async function server(url: string): Promise<Source> {
  const db = openPostgres(url)
  try {
    const [found] = await db.rows(`select to_regclass('ledger')`)
    if (found?.[0] === null) {
      throw new Error('The database holds no network: first npm run lyra -- import <archive.zip> --database URL')
    }
    await reportMissingIndexes(db)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    console.error('Requests are answered with an error until the database can be reached.')
  }
  return { name: 'the network in the database', db, core: noCore(db), stop: () => db.close() }
}

/** Replaces the demo of another Lyra version in the default directory, because a demo can be made again. */
async function openDemoDirectory(named: string | undefined): Promise<WritableDb> {
  const directory = named ?? defaultDemoDirectory
  try {
    return await openPglite(directory)
  } catch (error) {
    if (error instanceof DirectoryInUse) {
      throw new Error(`${error.message} Or give this demo network a directory of its own with --demo-data DIR.`, {
        cause: error,
      })
    }
    // A named directory may hold an imported archive.
    if (!(error instanceof OtherSchema) || named !== undefined) throw error
    rmSync(directory, { recursive: true, force: true })
    return openPglite(directory)
  }
}

async function demo({ demo: options, demoData }: ServeOptions): Promise<Source> {
  if (!existsSync(demoData ?? defaultDemoDirectory)) {
    console.log('Making the demo network, which takes some seconds the first time.')
  }
  const db = await openDemoDirectory(demoData)
  try {
    const network = await openDemo(db, { ...options, onProgress: (words) => console.log(`  ${words}`) })
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

/** Begins to read the counters of these parties; undefined when there are none. */
function startWatch(parties: readonly string[] = [], core: Core, signal: AbortSignal): SpamWatch | undefined {
  if (parties.length === 0) return undefined
  const clock = { now: Date.now, sleep: (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }) }
  const watch = new SpamWatch(parties, core, clock)
  void watch.run(signal)
  console.log(
    `The spam counters of ${parties.length === 1 ? '1 party' : `${parties.length} parties`} are read every 5 seconds.`,
  )
  return watch
}

/** The dashboard in the named folder, else the one beside the built service. */
function dashboardFolder(named: string | undefined): string | undefined {
  if (named !== undefined) {
    if (!existsSync(join(named, 'index.html'))) throw new Error(`There is no built dashboard in --dashboard ${named}.`)
    return named
  }
  const beside = fileURLToPath(new URL('../web/', import.meta.url))
  return existsSync(join(beside, 'index.html')) ? beside : undefined
}

/** Stops what is served; reports when the process ends before that is done. */
async function close({ db, stop }: Source): Promise<void> {
  const late = new Promise<'late'>((resolve) => void setTimeout(resolve, closeMs, 'late').unref())
  // A lost database has nothing to close, and its reason is reported already.
  const stopped = stop().catch((error: unknown) => {
    if (db.lost?.aborted !== true) throw error
  })
  if ((await Promise.race([stopped, late])) === 'late') {
    console.error(`The database did not close within ${closeMs / 1000} seconds.`)
  }
}

/** `lyra serve`: serves until a signal or the loss of its database. Resolves to the exit status; rejects with a sentence. */
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
    // A running demo watches its named parties, so that its first page has rates at once.
    const named = options.demo.frozen === true ? undefined : core.knownParties?.()
    const watched = options.watch ?? named?.parties.map(({ partyId }) => partyId)
    const spamWatch = startWatch(watched, core, signal)
    const { faults, cacheBytes } = options
    const parts = { db, core, spamWatch, version, faults, cacheBytes, stopping: signal }
    const app = createApp({ ...parts, ...(dashboard ? { dashboard } : {}) })
    const { url, stop } = await listen(app, options.host, options.port)
    console.log(`Lyra serves ${source.name} at ${url}`)
    if (!signal.aborted) await once(signal, 'abort')
    await stop(drainMs)
  } finally {
    await close(source)
  }
  return source.db.lost?.aborted ? 1 : 0
}
