import { recentBlockOf } from '../../http/block-headers.ts'
import { serviceMetrics } from '../../http/metrics.ts'
import { log } from '../../log.ts'
import { setLogFormat } from '../log-format.ts'
import type { ServeOptions } from '../command-line.ts'
import { closeDatabase, listenForMetrics, serveUntilStopped } from './serve-until-stopped.ts'
import { startShared } from './shared-parts.ts'
import { onSignal } from './signals.ts'
import { openSource } from './source.ts'
import { whileStarting } from './starting.ts'

/**
 * `lyra serve`: until a signal or the loss of its database. Resolves to the exit status once the service has stopped;
 * rejects with a sentence.
 */
export async function runServe(options: ServeOptions): Promise<number> {
  setLogFormat(options.log)
  const stop = new AbortController()
  // A stop that was asked for is no error, so that it wakes nobody who is told of errors.
  onSignal((signal) => {
    log.info(`Lyra stops: ${signal} was received.`)
    stop.abort()
  })
  const opening = whileStarting(options, (onProgress) => openSource(options, stop.signal, onProgress))
  const source = await opening.catch((error: unknown) => {
    if (stop.signal.aborted && error === stop.signal.reason) return undefined
    throw error
  })
  if (source === undefined) return 0
  const { db } = source
  try {
    if (stop.signal.aborted) return 0
    db.lost?.addEventListener('abort', () => {
      log.error(`Lyra stops: ${String(db.lost?.reason)}`)
      stop.abort()
    })
    const shared = startShared(options, source, stop.signal)
    const sources = {
      recentBlock: recentBlockOf(db),
      queues: db.queues,
      hosts: db.hosts,
      spamWatch: shared.spamWatch,
      notifier: shared.notifier,
      core: shared.core,
    }
    const metrics = options.metrics && serviceMetrics(sources)
    await listenForMetrics(options, metrics)
    const parts = { ...shared, db, metrics, stopping: stop.signal }
    await serveUntilStopped(options, parts, (url) => log.info(`Lyra serves ${source.name} at ${url}`))
  } finally {
    await closeDatabase(db, source.stop)
  }
  return db.lost?.aborted ? 1 : 0
}
