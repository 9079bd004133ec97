import { recentBlockOf } from '../../http/block-headers.ts'
import { serviceMetrics } from '../../http/observability/metrics.ts'
import { openPostgres } from '../../store/drivers/postgres/postgres.ts'
import { BlockFloor } from '../../store/drivers/postgres/hosts/block-floor.ts'
import { Dialogue } from '../../workers/dialogue.ts'
import type { ToPrimary, ToWorker } from '../../workers/questions.ts'
import { sharedCore, sharedExports, sharedHistories, sharedPositions } from '../../workers/worker-parts.ts'
import type { ServeOptions } from '../command-line.ts'
import { closeDatabase, serveUntilStopped } from './serving.ts'

/** A process of `--workers`: answers requests over its own connections, and asks the first process for what all share. */
export async function runWorker(options: ServeOptions): Promise<number> {
  const stop = new AbortController()
  let parts: () => Promise<object[]> = () => Promise.resolve([])
  const floor = new BlockFloor((height) => primary.ask('height', String(height)))
  const primary = new Dialogue<ToPrimary, ToWorker>((message) => process.send?.(message), {
    height: (height) => {
      floor.heard(BigInt(height))
      return null
    },
    stop: () => {
      stop.abort()
      return null
    },
    metrics: () => parts(),
  })
  process.on('message', (message) => primary.received(message))
  // A terminal tells every process of Ctrl-C; the first one says when to stop.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined)
  floor.heard(BigInt(await primary.ask('begun', null)))

  const db = openPostgres(options.database ?? '', {
    unprepared: options.unprepared === true,
    exports: sharedExports(primary),
    floor,
    maxLag: options.maxLag,
  })
  try {
    const own =
      options.metrics && serviceMetrics({ recentBlock: recentBlockOf(db), queues: db.queues, hosts: db.hosts })
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
