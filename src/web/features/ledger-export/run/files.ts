import { exportClient } from '../engine/worker-client.ts'
import { exportRecords } from '../engine/run-database.ts'
import { copying, fileIn, handOver, pickFile, removeTarget } from '../engine/stream/file-pickers.ts'
import type { Form } from '../engine/sums/csv-for-spreadsheets.ts'
import { formName, incompleteName } from '../file-name.ts'
import { removeUnfinished } from './deliver-file.ts'
import { releaseRun } from './locks.ts'
import { runStore } from './run-store.ts'
import { isDone, isRunning } from './run.ts'

/** Takes a run off the page, with everything the browser keeps of it. A finished or chosen file of the reader's stays. */
export async function forgetRun(id: string): Promise<void> {
  const run = runStore.get(id)
  if (!run || isRunning(run)) return
  runStore.remove(id)
  await exportRecords.remove(id)
  const latest = Math.max(0, ...run.files.map(({ handedAt }) => handedAt ?? 0))
  // The browser may still be copying what it was handed.
  const wait = Math.max(0, latest + copying - Date.now())
  const remove = async (): Promise<void> => {
    for (const { target } of run.files) if (target.kind === 'private') await removeTarget(target)
    releaseRun(id)
  }
  if (wait === 0) await remove()
  else setTimeout(() => void remove(), wait)
}

/** Takes a run off the page and removes the file that it left unfinished, the chosen one too. */
export async function discardRun(id: string): Promise<void> {
  const run = runStore.get(id)
  if (!run || isRunning(run)) return
  await removeUnfinished(run)
  await forgetRun(id)
}

/** Hands over what has come of a run: whole files under their names, others marked as incomplete. */
export async function saveRun(id: string): Promise<void> {
  const run = runStore.get(id)
  if (!run) return
  for (const [at, file] of run.files.entries()) {
    const whole = run.parts.every((part) => part.file !== at || isDone(part.verdict))
    if (file.bytes === 0) continue
    handOver(await fileIn(file.target), whole ? file.name : incompleteName(file.name))
  }
  runStore.patch(id, ({ files }) => ({ files: files.map((file) => ({ ...file, handedAt: Date.now() })) }))
}

/** Saves a finished file in another form, in the click that asked for it. Throws PickerClosed and the browser's errors. */
export async function saveAs(id: string, at: number, form: Form): Promise<void> {
  const run = runStore.get(id)
  const file = run?.files[at]
  if (!file) return
  const name = formName(file.name, form)
  const handle = await pickFile(name)
  const client = exportClient('', run.base, () => {})
  try {
    const blob = await fileIn(file.target)
    const made = await client.convert(blob, form, handle && { kind: 'file', handle })
    if (!handle) handOver(made, name)
  } finally {
    client.end()
  }
}
