import { expose, proxy, wrap } from 'comlink'
import type { ArchivePort } from '../../../browser/archive-worker.ts'
import { archiveFetch } from '../../client/archive-fetch.ts'
import type { LimiterPort } from '../../../client/limiter-port.ts'
import { setArchive } from '../../client/node-fetch.ts'
import { LedgerEngine, type LedgerOptions, type LedgerProgress } from './ledger-engine.ts'

/** What the page calls in the worker. Requests of the engine pass the rate limiter of the page. */
const worker = {
  /** Requests to the archive that the page holds go over this port. */
  useArchive(port: MessagePort): void {
    setArchive(archiveFetch(wrap<ArchivePort>(port)))
  },
  open: async (
    options: Omit<LedgerOptions, 'limiter' | 'onProgress'>,
    limiter: LimiterPort,
    onProgress: (progress: LedgerProgress) => void,
  ) => proxy(await LedgerEngine.open({ ...options, limiter, onProgress })),
}

export type LedgerWorker = typeof worker

expose(worker)
