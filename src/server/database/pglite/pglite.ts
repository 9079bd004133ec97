import { promises as fs, realpathSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { tookTooLong } from '../../fault.ts'
import { log } from '../../log.ts'
import type { WritableDb } from '../db.ts'
import schema from '../schema.sql?raw'
import {
  examine,
  installFiles,
  removeUnfinished,
  migrate,
  schemaVersion,
  signFile,
  versionOf,
  syncDirectory,
} from './data-directory.ts'
import { lockDirectory } from './directory-lock.ts'
import type { Engine } from './engine.ts'
import { remoteEngine } from './engine-port.ts'
import { pgliteSession, type PgliteSessionOptions } from './session.ts'

/** An engine with a signal that aborts when its thread dies. */
interface StartedEngine extends Engine {
  lost?: AbortSignal
  /** Ends it in the midst of a statement, as a crash does; what waits for it rejects. Absent where it has no thread of its own. */
  kill?: () => Promise<void>
}

/** Starts PGlite over `directory` in a worker thread. Rejects when the thread ends before it responds. */
export async function startWorker(
  directory: string,
  // Beside this module once built. No part of the call, because bundlers rewrite `new Worker(new URL(…))`.
  script = new URL('./pglite-worker.js', import.meta.url),
): Promise<StartedEngine> {
  const place = join(realpathSync(dirname(directory)), 'pgdata')
  const worker = new Worker(script, { workerData: directory })
  const died = new AbortController()
  let isOpen = false
  const couldNotOpen = (message: string): string => {
    const what = `The database in ${place} could not be opened`
    // PGlite itself names no reason then.
    if (statfsSync(dirname(directory)).bavail === 0) return `${what}: its disk is full.`
    return `${what}: ${message}. If it was whole before, restore a backup; its files are left as they are.`
  }
  worker.on('error', (error: unknown) => {
    // What a file system refuses, PGlite throws as an object with a number alone.
    const message =
      error instanceof Error ? error.message.replace(/\.$/, '') : `its files gave error ${String(Object(error).errno)}`
    died.abort(isOpen ? `The database stopped: ${message}. Start the service again.` : couldNotOpen(message))
  })
  worker.on('exit', () => died.abort('The database stopped. Start the service again.'))
  const killed = new AbortController()
  const engine = remoteEngine(worker, AbortSignal.any([died.signal, killed.signal]))
  try {
    await engine.rows('select 1', [])
    isOpen = true
  } catch (error) {
    await worker.terminate()
    throw error
  }
  const close = async (): Promise<void> => {
    await engine.close()
    worker.removeAllListeners('exit')
    await worker.terminate()
  }
  const kill = async (): Promise<void> => {
    worker.removeAllListeners('exit')
    killed.abort(tookTooLong())
    await worker.terminate()
  }
  return { ...engine, close, kill, lost: died.signal }
}

/** An engine in whose place `restart` starts another one, after which statements go to that. */
function restartable(
  first: StartedEngine,
  start: () => Promise<StartedEngine>,
): PgliteSessionOptions & { engine: Engine } {
  const lost = new AbortController()
  const follow = (engine: StartedEngine): StartedEngine => {
    engine.lost?.addEventListener('abort', () => lost.abort(engine.lost?.reason))
    return engine
  }
  let current = Promise.resolve(follow(first))
  const engine: Engine = {
    rows: async (sql, params) => (await current).rows(sql, params),
    exec: async (sql) => (await current).exec(sql),
    copyOut: async (query) => (await current).copyOut(query),
    copyIn: async (copyFrom, rows) => (await current).copyIn(copyFrom, rows),
    close: async () => (await current).close(),
  }
  const restart = (): void => {
    log.error('A statement took too long, so the database is started again.')
    current = current.then(async ({ kill }) => {
      await kill?.()
      return follow(await start())
    })
    current.catch((error: unknown) => lost.abort(`The database could not be started again: ${String(error)}`))
  }
  return { engine, lost: lost.signal, restart: first.kill && restart }
}

/** Tables with enough changes for a vacuum, by about the rules of PostgreSQL's autovacuum. */
const changed = `select format('%I.%I', schemaname, relname) from pg_stat_user_tables
  where n_dead_tup > 50 + 0.1 * n_live_tup
    or n_mod_since_analyze > 50 + 0.1 * n_live_tup
    or n_ins_since_vacuum > 1000 + 0.2 * n_live_tup`

/** What PGlite's missing background processes do, one statement at a time so that other callers run in between. */
export async function vacuum(db: WritableDb): Promise<void> {
  // Behind an import it waits as long as that takes, where a read would be refused.
  await db.exec('select pg_stat_force_next_flush()')
  for (const [table] of await db.rows(changed)) await db.exec(`vacuum (analyze) ${table}`)
  await db.exec('checkpoint')
}

/** Vacuums every minute until the returned function is called. A run that waits, as for an import, is not joined by others. */
export function scheduleVacuum(db: WritableDb): () => void {
  let stopped = false
  let running = false
  const timer = setInterval(() => {
    if (running) return
    running = true
    const failed = (error: unknown): void => {
      if (!stopped) log.error(`VACUUM/ANALYZE failed: ${error instanceof Error ? error.message : String(error)}`)
    }
    void vacuum(db)
      .catch(failed)
      .finally(() => (running = false))
  }, 60_000)
  timer.unref()
  return () => {
    stopped = true
    clearInterval(timer)
  }
}

const create = (directory: string, start: (files: string) => Promise<StartedEngine>): Promise<void> =>
  installFiles(directory, async (files) => {
    const engine = await start(files)
    try {
      await engine.exec(schema)
      await engine.exec(
        `create table lyra_schema (version int not null); insert into lyra_schema values (${schemaVersion}); checkpoint`,
      )
    } finally {
      await engine.close()
    }
    await fs.writeFile(join(files, signFile), `${schemaVersion}\n`)
  })

/**
 * Opens a database, or creates it in an empty or new directory; `verify` neither creates nor migrates; `start` is for tests.
 * Removes nothing but an unfinished creation of its own. Rejects with DirectoryInUse or OtherSchema, and with a sentence for
 * files that are not provably Lyra's.
 */
export async function openPglite(
  directory: string,
  start: (files: string) => Promise<StartedEngine> = startWorker,
  mode: 'use' | 'verify' = 'use',
): Promise<WritableDb> {
  const refuseNothing = async (): Promise<boolean> => {
    const isNothing = (await examine(directory)) === 'nothing'
    if (isNothing && mode === 'verify') throw new Error(`There is no database of Lyra in ${directory}.`)
    return isNothing
  }
  await refuseNothing()
  const unlock = await lockDirectory(directory)
  try {
    if (await refuseNothing()) await create(directory, start)
    else if (mode === 'use') await removeUnfinished(directory)
    // A database that is restored where this one was before it was moved must not be written to.
    const files = join(unlock.path, 'pgdata')
    const started = await start(files)
    const { engine, ...life } = restartable(started, () => start(files))
    try {
      await (mode === 'use' ? migrate : versionOf)(engine, directory)
    } catch (error) {
      await engine.close().catch(() => undefined)
      throw error
    }
    const close = async (): Promise<void> => {
      stopVacuum()
      await engine.close().finally(unlock)
    }
    const sync = async (): Promise<void> => {
      await db.exec('checkpoint')
      await syncDirectory(files)
    }
    const db: WritableDb = { ...pgliteSession({ ...engine, close }, life), sync }
    const stopVacuum = scheduleVacuum(db)
    return db
  } catch (error) {
    await unlock()
    throw error
  }
}
