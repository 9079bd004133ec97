import type { FailureFacts } from '../../../client/node-failure.ts'
import { privatePrefix } from '../../../ledger/stream/output-file.ts'
import { fileIn } from './deliver-file.ts'
import { type Run, forgetSavedRun, runStore, savedRuns, saveRun, lockedRuns, lockRun } from './run-store.ts'

/** Why a run stopped. A chosen file is written only when an answer has ended, private storage at once. */
export function closedReason({ file }: Pick<Run, 'file'>): string {
  const closed = 'The page was closed or reloaded while this export was running.'
  if (file.target.kind === 'private') return `${closed} What had arrived is kept.`
  return `${closed} What had arrived was not yet in the file you chose, so it is downloaded again into the same file.`
}

/** Removes the private files of exports that belong to none of these runs. */
export async function removeOrphans(runs: ReadonlySet<string>): Promise<void> {
  const names = new Set([...runs].map((id) => `${privatePrefix}${id}.csv`))
  try {
    const directory = await navigator.storage.getDirectory()
    for await (const name of directory.keys()) {
      if (name.startsWith(privatePrefix) && !names.has(name)) await directory.removeEntry(name).catch(() => {})
    }
  } catch {
    // no private storage here
  }
}

let restored: Promise<void> | undefined

/** Brings back the exports of earlier visits that can be resumed, and removes what belongs to no tab. Once per page. */
export const restoreRuns = (): Promise<void> => (restored ??= restore())

async function restore(): Promise<void> {
  const locked = await lockedRuns()
  for (const saved of await savedRuns()) {
    if (locked.has(saved.id)) continue
    if (saved.outcome === 'complete' || saved.outcome === 'cancelled') {
      await forgetSavedRun(saved.id)
      continue
    }
    if (!(await lockRun(saved.id))) continue
    const closed: FailureFacts = { kind: 'answer', message: closedReason(saved), url: saved.url }
    runStore.add({ ...saved, outcome: saved.outcome ?? 'incomplete', failure: saved.failure ?? closed })
    await saveRun(saved.id)
  }
  await removeOrphans(await lockedRuns())
}

/** The file of an export of this tab, for its statement. Rejects when it is no longer in this browser. */
export async function restoredFile(id: string): Promise<{ file: Blob; name: string; party: string }> {
  await restoreRuns()
  const run = runStore.get(id)
  if (!run) throw new Error('no such export')
  return { file: await fileIn(run.file.target), name: run.file.name, party: run.request.partyId }
}
