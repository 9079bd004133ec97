import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isEmpty, recentBlockOf } from '../../database/chain.ts'
import type { ServeOptions } from '../command-line.ts'
import { shellWord } from '../operating-options.ts'
import { proxyCore } from '../../core/core-proxy.ts'
import { type Core, noCore } from '../../core/core.ts'
import { openDemo } from '../../demo/demo.ts'
import { Fault } from '../../fault.ts'
import { log } from '../../log.ts'
import type { Db, WritableDb } from '../../database/db.ts'
import { readMissingParts, missingLedgerIndexes, readWritingRole } from '../../database/missing-parts.ts'
import { DirectoryInUse } from '../../database/pglite/directory-lock.ts'
import { isPgliteDirectory, OtherSchema } from '../../database/pglite/data-directory.ts'
import { openPglite } from '../../database/pglite/pglite.ts'
import { openPostgres } from '../../database/postgres/postgres.ts'

const defaultDemoDirectory = join('.lyra', 'demo')

/** Between two looks for a database that was away at the start. */
const waitMs = 1000

/** Names what the database lacks: one of another version, or with fewer rights, answers some questions and fails at others. */
export async function reportMissingParts(db: Db): Promise<void> {
  const { absent, denied } = await readMissingParts(db)
  if (denied.length > 0) log.error(`The role may not read ${denied.join(', ')}: grant it select on what is named.`)
  // Without a ledger it holds no network at all, which is said in another sentence.
  if (absent.length === 0 || absent.includes('table ledger')) return
  log.error(
    `Missing in the database: ${absent.join(', ')}. Requests that need ${absent.length === 1 ? 'it' : 'them'} will fail.`,
  )
}

/** Makes the check of the start once the database is there, or until `ended` aborts. */
export async function checkWhenThere(check: () => Promise<void>, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    try {
      await check()
      return
    } catch (error) {
      if (!(error instanceof Fault)) return log.error(error instanceof Error ? error.message : String(error))
    }
    await sleep(waitMs, undefined, { signal: ended, ref: false }).catch(() => undefined)
  }
}

/** What is served: the database, the source of core answers, and how to stop both. */
export interface Source {
  name: string
  db: Db
  core: Core
  stop: () => Promise<void>
}

async function imported(directory: string): Promise<Source> {
  const nothing = new Error(
    `There is nothing imported in ${directory}: first npm run lyra -- import <archive.zip> --data ${shellWord(directory)}. ` +
      `For a demo network in that directory use --demo-data ${shellWord(directory)}.`,
  )
  if (!(await isPgliteDirectory(directory))) throw nothing
  const db = await openPglite(directory)
  // Of a first import that failed, the tables are there.
  if (await isEmpty(db)) {
    await db.close()
    throw nothing
  }
  return { name: `the network in ${directory}`, db, core: noCore(db), stop: () => db.close() }
}

/** Reports the indexes that would make exports of a foreign database fast. */
async function reportMissingIndexes(db: Db): Promise<void> {
  const statements = await missingLedgerIndexes(db)
  if (statements.length === 0) return
  log.info('Each ledger export sorts all entries of its party before its first row, because the ledger lacks an index.')
  log.info(`Exports start at once after: ${statements.join(' ')}`)
}

/** Says so when the role could write, were it not for the read-only transactions. */
async function reportWritingRole(db: Db): Promise<void> {
  const role = await readWritingRole(db)
  if (role === undefined) return
  log.info(
    `The role ${role} may write to this database. Lyra reads in read-only transactions alone; ` +
      'a role that may only SELECT is safer still.',
  )
}

/** Rejects with a sentence for a database without the tables, and names what else is missing. */
export async function checkDatabase(db: Db): Promise<void> {
  await reportMissingParts(db)
  const [[ledger, segments, hidden] = []] = await db.rows(`select to_regclass('ledger'), to_regclass('lyra_segments'),
    (select relnamespace::regnamespace::text from pg_class where relname = 'ledger' and relkind in ('r', 'p') limit 1)`)
  if (ledger === null && hidden)
    throw new Error(`The role does not see the schema ${hidden}: grant it usage there, or name it in its search_path.`)
  // The chain of a running node comes with its first block; that of Lyra's own tables with an import.
  if (ledger === null || (segments !== null && (await isEmpty(db).catch(() => false)))) {
    throw new Error('The database holds no network: first npm run lyra -- import <archive.zip> --database URL')
  }
  await reportWritingRole(db)
  await reportMissingIndexes(db)
}

/** PostgreSQL may be unreachable at the start; then it is checked as soon as it is there. */
async function server(url: string, { unprepared = false, maxLag }: ServeOptions): Promise<Source> {
  const db = openPostgres(url, { unprepared, maxLag })
  const ended = new AbortController()
  try {
    await checkDatabase(db)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    log.error('Requests are answered with an error until the database can be reached.')
    void checkWhenThere(() => checkDatabase(db), ended.signal)
  }
  const stop = async (): Promise<void> => {
    ended.abort()
    await db.close()
  }
  return { name: 'the network in the database', db, core: noCore(db), stop }
}

/** Moves the demo of another Lyra version in the default directory aside and makes a new one. */
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
    const aside = `${directory}-${new Date().toISOString().replaceAll(':', '')}`
    await rename(directory, aside)
    log.info(`The demo network of another version of Lyra is now in ${aside}.`)
    return openPglite(directory)
  }
}

type Tell = (words: string) => void

async function demo({ demo: options, demoData }: ServeOptions, signal: AbortSignal, tell: Tell): Promise<Source> {
  if (!existsSync(demoData ?? defaultDemoDirectory)) {
    log.info('Making the demo network, which takes some seconds the first time.')
  }
  const db = await openDemoDirectory(demoData)
  try {
    const onProgress = (words: string): void => {
      log.info(`  ${words}`)
      tell(words)
    }
    const network = await openDemo(db, { ...options, onProgress, signal })
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

/**
 * Opens the source that is served. `tell` gets what is being written while a demo network is built, such as `ledger, 40 %`.
 * Rejects with the signal's reason when it aborts meanwhile.
 */
export const openSource = (options: ServeOptions, signal: AbortSignal, tell: Tell): Promise<Source> => {
  const { data, database } = options
  if (database !== undefined) return server(database, options)
  return data === undefined ? demo(options, signal, tell) : imported(data)
}

export function coreOf({ db, core }: Source, url: string | undefined): Core {
  if (url === undefined) return core
  const recentBlock = recentBlockOf(db)
  return proxyCore(url, { ownHeight: async () => (await recentBlock())?.height })
}
