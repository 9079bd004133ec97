import { log } from '../../log.ts'
import type { WritableDb } from '../db.ts'

/** Tables with enough changes for a vacuum, by about the rules of PostgreSQL's autovacuum. */
const changed = `select format('%I.%I', schemaname, relname) from pg_stat_user_tables
  where n_dead_tup > 50 + 0.1 * n_live_tup
    or n_mod_since_analyze > 50 + 0.1 * n_live_tup
    or n_ins_since_vacuum > 1000 + 0.2 * n_live_tup`

/** What PGlite's missing background processes do, one statement at a time so that other callers run in between. */
export async function tidy(db: WritableDb): Promise<void> {
  await db.rows('select pg_stat_force_next_flush()')
  for (const [table] of await db.rows(changed)) await db.exec(`vacuum (analyze) ${table}`)
  await db.exec('checkpoint')
}

/** Tidies every minute until the returned function is called. A run that waits, as for an import, is not joined by others. */
export function keepTidy(db: WritableDb): () => void {
  let stopped = false
  let running = false
  const timer = setInterval(() => {
    if (running) return
    running = true
    const failed = (error: unknown): void => {
      if (!stopped) log.error(`Tidying the database failed: ${error instanceof Error ? error.message : String(error)}`)
    }
    void tidy(db)
      .catch(failed)
      .finally(() => (running = false))
  }, 60_000)
  timer.unref()
  return () => {
    stopped = true
    clearInterval(timer)
  }
}
