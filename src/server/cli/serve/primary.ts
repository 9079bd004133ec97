import { serviceMetrics, together } from '../../http/observability/metrics.ts'
import { log } from '../../log.ts'
import { exportQueue } from '../../store/drivers/connection-queue.ts'
import { Workers } from '../../workers/workers.ts'
import type { ServeOptions } from '../command-line.ts'
import { closeDatabase, listenForMetrics, longestStopMs } from './serving.ts'
import { startShared } from './shared-parts.ts'
import { onSignal } from './signals.ts'
import { openSource } from './source.ts'

/** The first process of `--workers`: starts the others, keeps what they share, answers no requests itself. */
export async function runPrimary(options: ServeOptions): Promise<number> {
  const stop = new AbortController()
  onSignal((signal) => {
    log.info(`Lyra stops: ${signal} was received.`)
    stop.abort()
  })
  const source = await openSource(options)
  try {
    const shared = startShared(options, source, stop.signal)
    const exports = exportQueue()
    const queues = () => [exports.state('exports')]
    const own = options.metrics && serviceMetrics({ queues, spamWatch: shared.spamWatch })
    const metrics = async () => together([...(own ? [await own.parts()] : []), ...(await workers.metrics())])
    const workers = new Workers(options.workers, { ...shared, exports, metrics }, longestStopMs)
    await listenForMetrics(options, own && { text: metrics })
    const named = (url: string) => log.info(`Lyra serves ${source.name} at ${url} with ${options.workers} workers`)
    return await workers.run(stop.signal, named)
  } finally {
    await closeDatabase(source.db, source.stop)
  }
}
