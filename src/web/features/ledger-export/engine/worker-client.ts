import { proxy, type Remote, wrap } from 'comlink'
import { limiterPortOf, workerLimiterPort } from '../../../api/rate-limit/limiter-port.ts'
import { isLoopback } from '../../../api/status/is-loopback.ts'
import type { ExportEngine } from './engine.ts'
import type { Progress } from './result.ts'
import type { ExportWorker } from './worker.ts'

/** The engine as the page sees it: it runs in a worker. */
export interface ExportClient {
  /** Calls the engine. Rejects when the worker could not be loaded. */
  call<Value>(use: (engine: Remote<ExportEngine>) => Promise<Value>): Promise<Value>
  /** Ends the worker. Calls that have no answer yet never get one. */
  end(): void
}

/** Starts a worker that writes a party's export from `base`: hashing a gigabyte would block the page. */
export function exportClient(party: string, base: string, onProgress: (progress: Progress) => void): ExportClient {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  const limiter = workerLimiterPort(limiterPortOf(base))
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener('error', ({ message }) =>
      reject(new Error(message || 'the part of this page that writes files could not be loaded: reload the page')),
    )
  })
  const engine = wrap<ExportWorker>(worker).open(
    { party, isLoopback: base === '' && isLoopback() },
    proxy(limiter.port),
    proxy(onProgress),
  )
  failed.catch(() => {})
  return {
    call: async (use) => Promise.race([failed, engine.then((opened) => use(opened))]),
    end() {
      worker.terminate()
      limiter.end()
    },
  }
}
