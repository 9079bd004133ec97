import { proxy, type Remote, transfer, wrap } from 'comlink'
import { heldArchive, isArchive } from '../../client/node-fetch.ts'
import { isLoopback } from '../../client/connection.ts'
import { limiterPortOf, workerLimiterPort } from '../../client/node-rate-limiter.ts'
import type { LedgerEngine, LedgerOptions } from './ledger-engine.ts'
import type { LedgerWorker } from './worker.ts'

/** An engine that runs in a worker, as the page sees it: hashing a gigabyte would block the page. */
export interface WorkerClient {
  /** Rejects when the worker could not be loaded, or a file not be opened. */
  readonly opened: Promise<void>
  /** Calls the engine. Rejects as `opened` does. */
  call<Value>(use: (engine: Remote<LedgerEngine>) => Promise<Value> | Value): Promise<Value>
  /** Ends the worker and all that it holds. Calls that have no answer yet never get one. */
  end(): void
}

/** Starts a worker that reads a ledger from `base`; `task` is what it does, for the sentence of one that could not be loaded. */
export function startWorker(
  base: string,
  task: string,
  { onProgress, ...options }: Pick<LedgerOptions, 'party' | 'sinks' | 'isChecked' | 'onProgress'>,
): WorkerClient {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  const limiter = workerLimiterPort(limiterPortOf(base))
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener('error', ({ message }) =>
      reject(new Error(message || `the part of this page that ${task} could not be loaded: reload the page`)),
    )
  })
  failed.catch(() => {})
  const remote = wrap<LedgerWorker>(worker)
  if (isArchive(base)) {
    const { port1, port2 } = new MessageChannel()
    heldArchive()?.connect(port1)
    void remote.useArchive(transfer(port2, [port2]))
  }
  const engine = remote.open(
    { ...options, isLoopback: base === '' && isLoopback() },
    proxy(limiter.port),
    proxy(onProgress),
  )
  const call: WorkerClient['call'] = async (use) => Promise.race([failed, engine.then((opened) => use(opened))])
  const opened = call(() => undefined)
  opened.catch(() => {})
  return {
    opened,
    call,
    end() {
      worker.terminate()
      limiter.end()
    },
  }
}
