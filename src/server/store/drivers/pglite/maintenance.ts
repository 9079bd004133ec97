import type { WritableDb } from '../../db.ts'

/** Tables with enough changes for a vacuum, by about the rules of PostgreSQL's autovacuum. */
const changed = `select format('%I.%I', schemaname, relname) from pg_stat_user_tables
  where n_dead_tup > 50 + 0.1 * n_live_tup
    or n_mod_since_analyze > 50 + 0.1 * n_live_tup
    or n_ins_since_vacuum > 1000 + 0.2 * n_live_tup`

/**
 * Does the work of the background processes that PGlite lacks: removes dead rows, refreshes the planner's statistics and
 * truncates the write-ahead log. One statement at a time, so that other callers run in between.
 */
export async function tidy(db: WritableDb): Promise<void> {
  await db.rows('select pg_stat_force_next_flush()')
  for (const [table] of await db.rows(changed)) await db.exec(`vacuum (analyze) ${table}`)
  await db.exec('checkpoint')
}

/** Tidies every `interval` milliseconds until the database is closed. */
export function keepTidy(db: WritableDb, interval = 60_000): { stop: () => void } {
  let stopped = false
  const timer = setInterval(() => {
    tidy(db).catch((error: unknown) => {
      if (!stopped)
        console.error(`Tidying the database failed: ${error instanceof Error ? error.message : String(error)}`)
    })
  }, interval)
  timer.unref()
  const stop = (): void => {
    stopped = true
    clearInterval(timer)
  }
  return { stop }
}
