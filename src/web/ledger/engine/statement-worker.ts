import { expose, proxy } from 'comlink'
import type { LimiterPort } from '../../api/rate-limit/limiter-port.ts'
import { type EngineOptions, StatementEngine } from './statement-engine.ts'

/** What the page calls in the worker. */
const worker = {
  /** Opens an engine whose requests pass the rate limiter of the page. */
  open(isLoopback: boolean, limiter: LimiterPort, onProgress: EngineOptions['onProgress']) {
    return proxy(new StatementEngine({ isLoopback, limiter, onProgress }))
  },
}

export type StatementWorker = typeof worker

expose(worker)
