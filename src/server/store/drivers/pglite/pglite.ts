import { createHash } from 'node:crypto'
import { promises as fs } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { WritableDb } from '../../db.ts'
import { lockDirectory } from './directory-lock.ts'
import type { Engine } from './engine.ts'
import { remoteEngine } from './port.ts'
import { pgliteSession } from './session.ts'
import { keepTidy } from './maintenance.ts'
import schema from '../../schema.sql?raw'

const schemaMark = createHash('sha256').update(schema).digest('hex').slice(0, 16)

/** The directory was made by another version of Lyra. */
export class OtherSchema extends Error {
  override readonly name = 'OtherSchema'
}

/** Whether `directory` holds a completely created database. */
export const isPgliteDirectory = (directory: string): Promise<boolean> =>
  fs.access(join(directory, 'schema')).then(
    () => true,
    () => false,
  )

/** An engine with a signal that aborts when its thread dies. */
interface StartedEngine extends Engine {
  lost?: AbortSignal
}

/** Starts PGlite over `directory` in a worker thread. Rejects when the thread ends before it responds. */
async function startWorker(directory: string): Promise<StartedEngine> {
  // Beside this module once built. A variable, because bundlers rewrite `new Worker(new URL(…))`.
  const script = new URL('./pglite-worker.js', import.meta.url)
  const worker = new Worker(script, { workerData: directory })
  const died = new AbortController()
  worker.on('error', (error: Error) => died.abort(`The database stopped: ${error.message}. Start the service again.`))
  worker.on('exit', () => died.abort('The database stopped. Start the service again.'))
  const engine = remoteEngine(worker, died.signal)
  try {
    await engine.rows('select 1', [])
  } catch (error) {
    await worker.terminate()
    throw error
  }
  const close = async (): Promise<void> => {
    await engine.close()
    worker.removeAllListeners('exit')
    await worker.terminate()
  }
  return { ...engine, close, lost: died.signal }
}

/** Opens or creates a database; `start` is for tests. Rejects with DirectoryInUse or OtherSchema. */
export async function openPglite(
  directory: string,
  start: (files: string) => Promise<StartedEngine> = startWorker,
): Promise<WritableDb> {
  const unlock = await lockDirectory(directory)
  try {
    const files = join(directory, 'pgdata')
    const mark = join(directory, 'schema')
    const found = (await fs.readFile(mark, 'utf8').catch(() => '')).trim()
    if (found !== '' && found !== schemaMark) {
      throw new OtherSchema(
        `The data directory ${directory} was made by another version of Lyra; import into a new one, or remove it.`,
      )
    }
    // Without the mark, creation was interrupted: the files hold nothing to keep.
    if (found === '') await fs.rm(files, { recursive: true, force: true })
    const engine = await start(files)
    if (found === '') {
      await engine.exec(schema)
      await fs.writeFile(mark, `${schemaMark}\n`)
    }
    const close = async (): Promise<void> => {
      stopTidying()
      await engine.close().finally(unlock)
    }
    const db = pgliteSession({ ...engine, close }, engine.lost)
    const stopTidying = keepTidy(db)
    return db
  } catch (error) {
    await unlock()
    throw error
  }
}
