import { Worker } from 'node:worker_threads'
import { tookTooLong } from '../../error.ts'
import { log } from '../../log.ts'
import type { Engine } from './engine.ts'
import { remoteEngine } from './port.ts'
import type { PgliteSessionOptions } from './session.ts'

/** An engine with a signal that aborts when its thread dies. */
export interface StartedEngine extends Engine {
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
  const worker = new Worker(script, { workerData: directory })
  const died = new AbortController()
  let isOpen = false
  const couldNotOpen = (message: string): string =>
    `The database in ${directory} could not be opened: ${message.replace(/\.?$/, '.')} ` +
    'If it was whole before, restore a backup; its files are left as they are.'
  worker.on('error', ({ message }: Error) =>
    died.abort(isOpen ? `The database stopped: ${message}. Start the service again.` : couldNotOpen(message)),
  )
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
export function restartable(
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
