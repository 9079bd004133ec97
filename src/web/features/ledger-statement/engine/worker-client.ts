import { proxy, type Remote, wrap } from 'comlink'
import { limiterPortOf, workerLimiterPort } from '../../../api/rate-limit/limiter-port.ts'
import { isLoopback } from '../../../api/status/is-loopback.ts'
import type { ReadProgress, StatementEngine } from './engine.ts'
import type { StatementWorker } from './worker.ts'

/** The engine of a statement as the page sees it: it runs in a worker. */
export interface StatementClient {
  /** Calls the engine. Rejects when the worker could not be loaded. */
  call<Value>(use: (engine: Remote<StatementEngine>) => Promise<Value>): Promise<Value>
  /** Ends the worker with all rows. Calls that have no answer yet never get one. */
  end(): void
}

/** Starts a worker that reads a ledger from `base`: a million rows would block the page. */
export function statementClient(base: string, onProgress: (progress: ReadProgress) => void): StatementClient {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  const limiter = workerLimiterPort(limiterPortOf(base))
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener('error', ({ message }) =>
      reject(new Error(message || 'the part of this page that reads ledgers could not be loaded: reload the page')),
    )
  })
  const engine = wrap<StatementWorker>(worker).open(base === '' && isLoopback(), proxy(limiter.port), proxy(onProgress))
  failed.catch(() => {})
  return {
    call: async (use) => Promise.race([failed, engine.then((opened) => use(opened))]),
    end() {
      worker.terminate()
      limiter.end()
    },
  }
}
