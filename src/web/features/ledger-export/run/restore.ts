import { exportRecords, heldLocks } from '../engine/run-database.ts'
import { sweep } from '../engine/stream/file-pickers.ts'
import { privatePrefix } from '../engine/stream/sinks.ts'
import type { FailureFacts } from '../../../api/node-error.ts'
import { holdRun, lockOf, runOfLock } from './locks.ts'
import { keepRun, keptRuns, runStore } from './run-store.ts'
import { type Run, isDone } from './run.ts'

/**
 * Why a run that was under way stands still, and what of it there is. The browser puts a chosen file in place when an
 * answer has ended; private storage has every byte at once.
 */
export function closedWords({ files, parts }: Pick<Run, 'files' | 'parts'>): string {
  const closed = 'The page was closed or reloaded while this export was running.'
  if (files.some(({ target }) => target.kind === 'private')) return `${closed} What had come is kept.`
  return parts.some(({ verdict }) => isDone(verdict))
    ? `${closed} The months that are done are kept; the one under way comes again.`
    : `${closed} What had come was not yet in the file you chose, so it comes again, into the same file.`
}

let restored: Promise<void> | undefined

/**
 * Brings back what earlier visits left: exports that can be gone on with. What no tab looks after any more is removed. Once
 * per page.
 */
export const restoreRuns = (): Promise<void> => (restored ??= restore())

async function restore(): Promise<void> {
  const held = await heldLocks()
  for (const kept of await keptRuns()) {
    if (held.has(lockOf(kept.id))) continue
    if (kept.outcome === 'complete' || kept.outcome === 'cancelled') {
      await exportRecords.remove(kept.id)
      continue
    }
    if (!(await holdRun(kept.id))) continue
    const closed: FailureFacts = { kind: 'answer', message: closedWords(kept), url: kept.url }
    runStore.add({ ...kept, outcome: kept.outcome ?? 'incomplete', failure: kept.failure ?? closed })
    await keepRun(kept.id)
  }
  // A file belongs to the run whose lock a tab holds, this one or another.
  const alive = [...(await heldLocks())].flatMap((name) => runOfLock(name) ?? [])
  await sweep((name) => alive.some((id) => name.startsWith(`${privatePrefix}${id}-`)))
}
