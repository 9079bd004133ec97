import { expose, proxy } from 'comlink'
import type { LimiterPort } from '../../client/limiter-port.ts'
import { LedgerEngine, type LedgerOptions, type LedgerProgress } from './ledger-engine.ts'

/** What the page calls in the worker. Requests of the engine pass the rate limiter of the page. */
const worker = {
  open: async (
    options: Omit<LedgerOptions, 'limiter' | 'onProgress'>,
    limiter: LimiterPort,
    onProgress: (progress: LedgerProgress) => void,
  ) => proxy(await LedgerEngine.open({ ...options, limiter, onProgress })),
}

export type LedgerWorker = typeof worker

expose(worker)
