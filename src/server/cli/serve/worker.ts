import { recentBlockOf } from '../../http/block-headers.ts'
import { serviceMetrics } from '../../http/observability/metrics.ts'
import { openPostgres } from '../../store/drivers/postgres/postgres.ts'
import { Dialogue } from '../../workers/dialogue.ts'
import type { ToPrimary, ToWorker } from '../../workers/questions.ts'
import { sharedCore, sharedExports, sharedHistories, sharedPositions } from '../../workers/worker-parts.ts'
import type { ServeOptions } from '../command-line.ts'
import { closeDatabase, serveUntilStopped } from './serving.ts'

/** A process of `--workers`: answers requests over its own connections, and asks the first process for what all share. */
export async function runWorker(options: ServeOptions): Promise<number> {
  const stop = new AbortController()
  let parts: () => Promise<object[]> = () => Promise.resolve([])
  const primary = new Dialogue<ToPrimary, ToWorker>((message) => process.send?.(message), {
    stop: () => {
      stop.abort()
      return null
    },
    metrics: () => parts(),
  })
  process.on('message', (message) => primary.received(message))
  void primary.ask('begun', null)
  // A terminal tells every process of Ctrl-C; the first one says when to stop.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined)

  const db = openPostgres(options.database ?? '', {
    unprepared: options.unprepared === true,
    exports: sharedExports(primary),
  })
  try {
    const own = options.metrics && serviceMetrics({ recentBlock: recentBlockOf(db), queues: db.queues })
    if (own) parts = () => own.parts()
    await serveUntilStopped(
      options,
      {
        db,
        core: sharedCore(primary),
        spamWatch: options.watch && sharedHistories(primary),
        liquidityWatch: options.watch && sharedPositions(primary),
        take: options.rateLimit === undefined ? undefined : (address) => primary.ask('turn', address),
        metrics: own && { observe: own.observe, text: () => primary.ask('metrics', null) },
        stopping: stop.signal,
      },
      (url) => void primary.ask('listening', url),
    )
  } finally {
    await closeDatabase(db, () => db.close())
  }
  return 0
}
