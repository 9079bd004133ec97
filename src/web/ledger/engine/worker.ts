import { expose, proxy } from 'comlink'
import type { LimiterPort } from '../../client/limiter-port.ts'
import { ExportEngine } from './export-engine.ts'
import type { Progress } from './result.ts'
import { type ReadProgress, StatementEngine } from './statement-engine.ts'

/** What the page calls in the worker. Requests of an engine pass the rate limiter of the page. */
const worker = {
  openExport: (
    options: { party: string; isLoopback: boolean },
    limiter: LimiterPort,
    onProgress: (progress: Progress) => void,
  ) => proxy(new ExportEngine({ ...options, limiter, onProgress })),
  openStatement: (isLoopback: boolean, limiter: LimiterPort, onProgress: (progress: ReadProgress) => void) =>
    proxy(new StatementEngine({ isLoopback, limiter, onProgress })),
}

export type LedgerWorker = typeof worker

expose(worker)
