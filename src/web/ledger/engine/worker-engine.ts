import type { Remote } from 'comlink'
import { type LimiterPort, limiterPortOf, workerLimiterPort } from '../../api/rate-limit/limiter-port.ts'

/** An engine that runs in a worker, as the page sees it. */
export interface WorkerEngine<Engine> {
  /** Calls the engine. Rejects when the worker could not be loaded. */
  call<Value>(use: (engine: Remote<Engine>) => Promise<Value>): Promise<Value>
  /** Ends the worker and all that it holds. Calls that have no answer yet never get one. */
  end(): void
}

/**
 * Opens an engine in `worker`, which asks the rate limiter of the node at `base` before each request. `task` is what the
 * worker does, for the sentence of one that could not be loaded.
 */
export function workerEngine<Engine>(
  worker: Worker,
  base: string,
  { task, open }: { task: string; open: (port: LimiterPort) => Promise<Remote<Engine>> },
): WorkerEngine<Engine> {
  const limiter = workerLimiterPort(limiterPortOf(base))
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener('error', ({ message }) =>
      reject(new Error(message || `the part of this page that ${task} could not be loaded: reload the page`)),
    )
  })
  failed.catch(() => {})
  const engine = open(limiter.port)
  return {
    call: async (use) => Promise.race([failed, engine.then((opened) => use(opened))]),
    end() {
      worker.terminate()
      limiter.end()
    },
  }
}
