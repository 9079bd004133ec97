import { proxy, wrap } from 'comlink'
import { isLoopback } from '../../api/status/is-loopback.ts'
import { type WorkerEngine, workerEngine } from './worker-engine.ts'
import type { ReadProgress, StatementEngine } from './statement-engine.ts'
import type { StatementWorker } from './statement-worker.ts'

export type StatementClient = WorkerEngine<StatementEngine>

/** Starts a worker that reads a ledger from `base`: a million rows would block the page. */
export function statementClient(base: string, onProgress: (progress: ReadProgress) => void): StatementClient {
  const worker = new Worker(new URL('./statement-worker.ts', import.meta.url), { type: 'module' })
  return workerEngine(worker, base, {
    task: 'reads ledgers',
    open: (port) => wrap<StatementWorker>(worker).open(base === '' && isLoopback(), proxy(port), proxy(onProgress)),
  })
}
