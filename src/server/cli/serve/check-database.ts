import { setTimeout as sleep } from 'node:timers/promises'
import { Fault } from '../../error.ts'
import { log } from '../../log.ts'
import type { Db } from '../../store/db.ts'
import { readMissingParts } from '../../store/missing-parts.ts'

/** Between two looks for a database that was away at the start. */
const waitMs = 1000

/** Names what the database lacks: one of another version answers some questions and fails at others. */
export async function reportMissingParts(db: Db): Promise<void> {
  const missing = await readMissingParts(db)
  // Without a ledger it holds no network at all, which is said in another sentence.
  if (missing.length === 0 || missing.includes('table ledger')) return
  log.error(
    `The database is of another version: it has no ${missing.join(', no ')}. Questions that read them will fail.`,
  )
}

/** Makes the check of the start once the database is there, or until `ended` aborts. */
export async function checkWhenThere(check: () => Promise<void>, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    try {
      await check()
      return
    } catch (error) {
      if (!(error instanceof Fault)) return log.error(error instanceof Error ? error.message : String(error))
    }
    await sleep(waitMs, undefined, { signal: ended, ref: false }).catch(() => undefined)
  }
}
