import { nodeState } from '../../../client/node-status.ts'
import { preferences } from '../../../preferences/preferences.ts'
import type { Form } from '../../../ledger/rows/csv-for-spreadsheets.ts'
import { fileNameFor } from '../file-name.ts'
import { rangeLabel } from '../../../ledger/range.ts'
import { type ExportRequest, exportUrl } from '../../../ledger/request.ts'
import { chooseDestination, freeStorage, PickerClosed, requestPermission } from './choose-destination.ts'
import { lockNode, lockRun, releaseRun } from './locks.ts'
import { isRunning, originalForm, type Run, forgetSavedRun, runStore } from './run-store.ts'
import { RunWorker } from './run-worker.ts'

const workers = new Map<string, RunWorker>()

/** The running export of the node that an address belongs to. */
const runningOn = (url: string): Run | undefined =>
  runStore.all().find((run) => isRunning(run) && new URL(run.url).origin === new URL(url).origin)

/** Runs an export while this tab has the lock of the node. */
function work(id: string, releaseNode: () => void, resuming: boolean): void {
  const worker = new RunWorker(id, resuming)
  workers.set(id, worker)
  void worker.work().finally(() => {
    workers.delete(id)
    releaseNode()
    if (runStore.get(id)?.outcome === 'cancelled') void forgetSavedRun(id)
  })
}

/**
 * Starts an export, within the click that requested it: the file is chosen before the request is sent. One at a time per node:
 * when one is running already, that one is returned and brought into focus. Undefined when the user chose no file. Throws
 * Error when another tab has an export running.
 */
export async function startRun(request: ExportRequest, form: Form = originalForm): Promise<Run | undefined> {
  const url = exportUrl(request)
  const busy = runningOn(url)
  if (busy) {
    runStore.focus(busy.id)
    return busy
  }
  const releaseNode = await lockNode(url)
  const id = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`
  try {
    // First the lock: another tab that starts now must not remove the file as an orphan.
    await lockRun(id)
    const destination = await chooseDestination(id, fileNameFor(request), form)
    const run: Run = {
      ...destination,
      id,
      request,
      form,
      url,
      base: nodeState.get().base,
      label: rangeLabel(request, preferences.get().zone),
      startedAt: Date.now(),
      elapsed: 0,
      working: 'starting',
      progress: undefined,
      rates: [],
      preview: [],
      outcome: undefined,
      failure: undefined,
      freeBytes: destination.file.target.kind === 'private' ? await freeStorage() : undefined,
    }
    runStore.add(run)
    work(id, releaseNode, false)
    return run
  } catch (error) {
    releaseNode()
    releaseRun(id)
    if (error instanceof PickerClosed) return undefined
    throw error
  }
}

/** Ends the request of a run; the rows received so far stay and the run can be resumed. */
export const stopRun = (id: string): void => workers.get(id)?.end('stopped')

/** Ends a run and removes its file. */
export const cancelRun = (id: string): void => workers.get(id)?.end('cancelled')

/** Resumes a run after its last row. A file of an earlier visit needs the user's permission, in the click. */
export async function resumeRun(id: string): Promise<void> {
  const run = runStore.get(id)
  if (!run || isRunning(run)) return
  await requestPermission(run)
  if (runningOn(run.url)) throw new Error('another export from this node is running')
  const releaseNode = await lockNode(run.url)
  runStore.patch(id, () => ({
    outcome: undefined,
    failure: undefined,
    working: 'starting',
    rates: [],
    progress: undefined,
  }))
  work(id, releaseNode, true)
}
