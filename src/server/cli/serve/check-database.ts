import { setTimeout as sleep } from 'node:timers/promises'
import { Fault } from '../../fault.ts'
import { log } from '../../log.ts'
import type { Db } from '../../database/db.ts'
import { readMissingParts } from '../../database/missing-parts.ts'

/** Between two looks for a database that was away at the start. */
const waitMs = 1000

/** Names what the database lacks: one of another version, or with fewer rights, answers some questions and fails at others. */
export async function reportMissingParts(db: Db): Promise<void> {
  const { absent, denied } = await readMissingParts(db)
  if (denied.length > 0) log.error(`The role may not read ${denied.join(', ')}: grant it select on what is named.`)
  // Without a ledger it holds no network at all, which is said in another sentence.
  if (absent.length === 0 || absent.includes('table ledger')) return
  log.error(
    `Missing in the database: ${absent.join(', ')}. Requests that need ${absent.length === 1 ? 'it' : 'them'} will fail.`,
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
