import { join } from 'node:path'
import type { ImportOptions } from './command-line.ts'
import { importSegments, openSegments } from '../archive/import-segments.ts'
import { showProgress } from '../archive/progress.ts'
import { countedProgress } from './import-metrics.ts'
import { listenForMetrics } from './serve/serving.ts'
import { interruptSignal } from './serve/signals.ts'
import type { WritableDb } from '../database/db.ts'
import { openPglite } from '../database/pglite/pglite.ts'
import { syncDirectory } from '../database/pglite/data-directory.ts'
import { openPostgres } from '../database/postgres/postgres.ts'

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
  const where = options.data === undefined ? '--database' : `--data ${options.data}`
  console.log(`Done. To see it: npm start -- ${where}${options.data === undefined ? ' URL' : ''}`)
  return 0
}
