import { proxy, wrap } from 'comlink'
import { isLoopback } from '../../api/status/is-loopback.ts'
import type { ExportEngine } from './export-engine.ts'
import type { Progress } from './result.ts'
import type { ExportWorker } from './export-worker.ts'
import { type WorkerEngine, workerEngine } from './worker-engine.ts'

export type ExportClient = WorkerEngine<ExportEngine>

/** Starts a worker that writes a party's export from `base`: hashing a gigabyte would block the page. */
export function exportClient(party: string, base: string, onProgress: (progress: Progress) => void): ExportClient {
  const worker = new Worker(new URL('./export-worker.ts', import.meta.url), { type: 'module' })
  return workerEngine(worker, base, {
    task: 'writes files',
    open: (port) =>
      wrap<ExportWorker>(worker).open(
        { party, isLoopback: base === '' && isLoopback() },
        proxy(port),
        proxy(onProgress),
      ),
  })
}
