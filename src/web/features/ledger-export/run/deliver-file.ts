import { isDone } from '../../../ledger/verdict.ts'
import { saveFile as download } from '../../../list/save-file.ts'
import { openOutput, type Target } from '../../../ledger/stream/output-file.ts'
import type { Form } from '../../../ledger/rows/csv-for-spreadsheets.ts'
import { startWorker, type WorkerClient } from '../../../ledger/engine/worker-client.ts'
import { formName, incompleteName, pickFile } from './choose-destination.ts'
import { changesBytes, isRunning, type Run, forgetSavedRun, runStore, releaseRun } from './run-store.ts'

/** The bytes in a target now. */
export async function fileIn(target: Target): Promise<Blob> {
  if (target.kind === 'memory') return target.blob ?? new Blob([])
  if (target.kind === 'file') return target.handle.getFile()
  return (await (await navigator.storage.getDirectory()).getFileHandle(target.name)).getFile()
}

/** Leaves no file; one that is gone already is no failure. */
export async function removeTarget(target: Target): Promise<void> {
  try {
    await (await openOutput(target)).remove()
  } catch {
    // gone, or another tab still writes to it
  }
}

/** How long the browser may take to copy a file that was delivered as a download. */
const copyingMs = 60_000

const setDelivered = (id: string): void =>
  runStore.patch(id, ({ file }) => ({ file: { ...file, deliveredAt: Date.now() } }))

const convert = (client: WorkerClient, file: Blob, form: Form, out: FileSystemFileHandle | undefined): Promise<Blob> =>
  client.call((engine) => engine.convert(file, form, out && { kind: 'file', handle: out }))

/** Delivers the finished file of a run in the requested form. A file the user chose is already in place. */
export async function deliver({ id, file, form, out }: Run, client: WorkerClient): Promise<void> {
  if (!changesBytes(form)) {
    if (file.target.kind === 'file') return
    download(file.name, await fileIn(file.target))
  } else {
    runStore.patch(id, () => ({ working: 'converting' }))
    const converted = await convert(client, await fileIn(file.target), form, out)
    if (out) return
    download(formName(file.name, form), converted)
  }
  setDelivered(id)
}

/** Delivers the node's bytes of a run as a download; a file that is not finished is named so. */
export async function saveRunFile(id: string): Promise<void> {
  const run = runStore.get(id)
  if (!run) return
  const { file, verdict } = run
  download(isDone(verdict) ? file.name : incompleteName(file.name), await fileIn(file.target))
  setDelivered(id)
}

/** Delivers a finished file in another form, in the click that asked for it. Throws PickerClosed and the browser's errors. */
export async function saveRunFileAs(id: string, form: Form): Promise<void> {
  const run = runStore.get(id)
  if (!run) return
  const name = formName(run.file.name, form)
  const handle = await pickFile(name)
  const client = startWorker(run.base, 'writes files', { sinks: {}, onProgress: () => {} })
  try {
    const converted = await convert(client, await fileIn(run.file.target), form, handle)
    if (!handle) download(name, converted)
  } finally {
    client.end()
  }
}

/** Takes a run off the page, with everything the browser stores of it. A finished or chosen file of the user stays. */
export async function forgetRun(id: string): Promise<void> {
  const run = runStore.get(id)
  if (!run || isRunning(run)) return
  runStore.remove(id)
  await forgetSavedRun(id)
  const { target, deliveredAt = 0 } = run.file
  const remove = async (): Promise<void> => {
    if (target.kind === 'private') await removeTarget(target)
    releaseRun(id)
  }
  // The browser may still be copying a download.
  const delay = deliveredAt + copyingMs - Date.now()
  if (delay <= 0) await remove()
  else setTimeout(() => void remove(), delay)
}

/** Takes a run off the page and removes its file if it is not finished, also a chosen one. */
export async function discardRun(id: string): Promise<void> {
  const run = runStore.get(id)
  if (!run || isRunning(run)) return
  if (!isDone(run.verdict)) await removeTarget(run.file.target)
  await forgetRun(id)
}
