import { promises as fs } from 'node:fs'
import { join } from 'node:path'
import type { WritableDb } from '../db.ts'
import { examine, place, removeUnfinished } from './data-directory.ts'
import { lockDirectory } from './directory-lock.ts'
import { keepTidy } from './maintenance.ts'
import { migrate, schemaVersion, signFile, versionOf } from './schema-version.ts'
import { pgliteSession } from './session.ts'
import { type StartedEngine, restartable, startWorker } from './start-worker.ts'
import { syncDirectory } from './sync-directory.ts'
import schema from '../schema.sql?raw'

/** Creates an empty database. */
const create = (directory: string, start: (files: string) => Promise<StartedEngine>): Promise<void> =>
  place(directory, async (files) => {
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
    const files = join(directory, 'pgdata')
    const started = await start(files)
    const { engine, ...life } = restartable(started, () => start(files))
    try {
      await (mode === 'use' ? migrate : versionOf)(engine, directory)
    } catch (error) {
      await engine.close().catch(() => undefined)
      throw error
    }
    const close = async (): Promise<void> => {
      stopTidying()
      await engine.close().finally(unlock)
    }
    const sync = async (): Promise<void> => {
      await db.exec('checkpoint')
      await syncDirectory(files)
    }
    const db: WritableDb = { ...pgliteSession({ ...engine, close }, life), sync }
    const stopTidying = keepTidy(db)
    return db
  } catch (error) {
    await unlock()
    throw error
  }
}
