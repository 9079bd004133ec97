import { join } from 'node:path'
import { Registry } from 'prom-client'
import { importSegments } from '../archive/import-segments.ts'
import { openSegments } from '../archive/open-segments.ts'
import { type ImportProgress, showProgress } from '../archive/progress.ts'
import type { WritableDb } from '../database/db.ts'
import { syncDirectory } from '../database/pglite/data-directory.ts'
import { openPglite } from '../database/pglite/pglite.ts'
import { openPostgres } from '../database/postgres/postgres.ts'
import { type Metrics, metricMakers } from '../http/metrics.ts'
import type { ImportOptions } from './command-line.ts'
import { shellWord } from './operating-options.ts'
import { listenForMetrics } from './serve/serve-until-stopped.ts'
import { interruptSignal } from './serve/signals.ts'

export function countedProgress(shown: ImportProgress): { progress: ImportProgress; metrics: Pick<Metrics, 'text'> } {
  const registry = new Registry()
  const { counter, gauge } = metricMakers(registry)
  const archives = counter('lyra_import_archives_total', 'Archives that are imported whole, or were so before')
  const bytesHelp = 'Unpacked bytes of the running archive that are loaded; archives become visible whole'
  const bytes = gauge('lyra_import_bytes', bytesHelp)
  const max = gauge('lyra_import_bytes_max', 'Unpacked bytes of the running archive')
  const rows = counter('lyra_import_rows_total', 'Rows that were loaded, by table', 'table')
  const progress: ImportProgress = {
    ...shown,
    started(segment, size) {
      bytes.set(0)
      max.set(size)
      shown.started(segment, size)
    },
    loading(table, count, at) {
      bytes.set(at)
      shown.loading(table, count, at)
    },
    loaded(table, count, at) {
      rows.inc({ table }, count)
      bytes.set(at)
      shown.loaded(table, count, at)
    },
    finished(segment) {
      archives.inc()
      shown.finished(segment)
    },
    skipped(segment) {
      archives.inc()
      shown.skipped(segment)
    },
  }
  const text: Metrics['text'] = async () => ({ contentType: registry.contentType, body: await registry.metrics() })
  return { progress, metrics: { text } }
}

const openDatabase = ({ data, database = '' }: ImportOptions): Promise<WritableDb> | WritableDb =>
  data === undefined ? openPostgres(database, { writable: true }) : openPglite(data)

/** `lyra import`: loads archives, showing progress. Resolves to the exit status; rejects with a sentence. */
export async function runImport(options: ImportOptions): Promise<number> {
  // Archives are opened first, so that an invalid one leaves no new directory behind.
  const segments = await openSegments(options.files)
  const signal = interruptSignal('Cancelling: the database goes back to how the last whole archive left it.')
  const { progress, metrics } = countedProgress(showProgress(process.stdout))
  try {
    await listenForMetrics(options, metrics)
    const db = await openDatabase(options)
    try {
      await importSegments(db, segments, progress, signal)
      await db.sync?.()
    } finally {
      await db.close()
      // PGlite itself never syncs to disk.
      if (options.data !== undefined) await syncDirectory(join(options.data, 'pgdata'))
    }
  } catch (error) {
    if (!signal.aborted) throw error
    return 130
  } finally {
    for (const segment of segments) segment.close()
  }
  const where = options.data === undefined ? '--database URL' : `--data ${shellWord(options.data)}`
  console.log(`Done. To see it: npm start -- ${where}`)
  return 0
}
