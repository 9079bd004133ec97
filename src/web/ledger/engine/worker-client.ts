import { proxy, type Remote, wrap } from 'comlink'
import { type LimiterPort, limiterPortOf, workerLimiterPort } from '../../client/limiter-port.ts'
import { isLoopback } from '../../client/is-loopback.ts'
import type { ExportEngine } from './export-engine.ts'
import type { Progress } from './result.ts'
import type { ReadProgress, StatementEngine } from './statement-engine.ts'
import type { LedgerWorker } from './worker.ts'

/** An engine that runs in a worker, as the page sees it: hashing a gigabyte would block the page. */
interface WorkerClient<Engine> {
  /** Calls the engine. Rejects when the worker could not be loaded. */
  call<Value>(use: (engine: Remote<Engine>) => Promise<Value>): Promise<Value>
  /** Ends the worker and all that it holds. Calls that have no answer yet never get one. */
  end(): void
}

export type ExportClient = WorkerClient<ExportEngine>
export type StatementClient = WorkerClient<StatementEngine>

/** Starts a worker that writes a party's export from `base`. */
export const exportClient = (party: string, base: string, onProgress: (progress: Progress) => void): ExportClient =>
  startWorker(base, 'writes files', (worker, local, port) =>
    worker.openExport({ party, isLoopback: local }, proxy(port), proxy(onProgress)),
  )

/** Starts a worker that reads a ledger from `base`. */
export const statementClient = (base: string, onProgress: (progress: ReadProgress) => void): StatementClient =>
  startWorker(base, 'reads ledgers', (worker, local, port) =>
    worker.openStatement(local, proxy(port), proxy(onProgress)),
  )

/** `task` is what the worker does, for the sentence of one that could not be loaded. */
function startWorker<Engine>(
  base: string,
  task: string,
  open: (worker: Remote<LedgerWorker>, isLocal: boolean, port: LimiterPort) => Promise<Remote<Engine>>,
): WorkerClient<Engine> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  const limiter = workerLimiterPort(limiterPortOf(base))
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener('error', ({ message }) =>
      reject(new Error(message || `the part of this page that ${task} could not be loaded: reload the page`)),
    )
  })
  failed.catch(() => {})
  const engine = open(wrap<LedgerWorker>(worker), base === '' && isLoopback(), limiter.port)
  return {
    call: async (use) => Promise.race([failed, engine.then((opened) => use(opened))]),
    end() {
      worker.terminate()
      limiter.end()
    },
  }
}
