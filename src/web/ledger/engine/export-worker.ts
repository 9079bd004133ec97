import { expose, proxy } from 'comlink'
import type { LimiterPort } from '../../api/rate-limit/limiter-port.ts'
import { type EngineOptions, ExportEngine } from './export-engine.ts'

/** What the page calls in the worker. */
const worker = {
  /** Opens an engine whose requests pass the rate limiter of the page. */
  open(
    options: Pick<EngineOptions, 'party' | 'isLoopback'>,
    limiter: LimiterPort,
    onProgress: EngineOptions['onProgress'],
  ) {
    return proxy(new ExportEngine({ ...options, limiter, onProgress }))
  },
}

export type ExportWorker = typeof worker

expose(worker)
