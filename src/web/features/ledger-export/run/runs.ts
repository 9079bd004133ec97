import { exportRecords } from '../engine/run-database.ts'
import { nodeState } from '../../../api/status/node-status.ts'
import { PickerClosed, room } from '../engine/stream/file-pickers.ts'
import { preferences } from '../../../preferences/preferences.ts'
import { fileNameFor } from '../file-name.ts'
import { rangeLabel } from '../parts.ts'
import { type ExportRequest, exportUrl } from '../request.ts'
import { holdNode, holdRun, releaseRun } from './locks.ts'
import { askLeave, choosePlace } from './choose-destination.ts'
import { runStore } from './run-store.ts'
import { type Control, RunWork } from './work.ts'
import { type ExportOptions, isRunning, plainOptions, type Run } from './run.ts'

const controls = new Map<string, Control>()

/** The running export of the node that an address belongs to. */
const runningOn = (url: string): Run | undefined =>
  runStore.all().find((run) => isRunning(run) && new URL(run.url).origin === new URL(url).origin)

/** Works on a run while holding the node's lock; other tabs then see that one is running. */
function work(id: string, release: () => void, again = false): void {
  const control: Control = { ended: undefined, client: undefined, wake: undefined }
  controls.set(id, control)
  void new RunWork(id, control, preferences.get().zone, again).work().finally(() => {
    controls.delete(id)
    release()
    const run = runStore.get(id)
    if (run?.outcome === 'cancelled') void exportRecords.remove(id)
  })
}

/**
 * Starts an export, in the click that asked for it: the place of the file is chosen before the request leaves. One at a time
 * per node: when one is running already, that one is returned and brought into focus. Undefined when the reader chose no
 * file. Throws Error when another tab is at it.
 */
export async function startRun(
  request: ExportRequest,
  options: ExportOptions = plainOptions,
): Promise<Run | undefined> {
  const url = exportUrl(request)
  const busy = runningOn(url)
  if (busy) {
    runStore.focus(busy.id)
    return busy
  }
  const release = await holdNode(url)
  const id = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`
  try {
    // First the lock: another tab that starts now must not take the file for one that nobody looks after.
    await holdRun(id)
    const placed = await choosePlace(id, fileNameFor(request), options)
    const run: Run = {
      ...placed,
      id,
      request,
      options,
      url,
      base: nodeState.get().base,
      label: rangeLabel(request, preferences.get().zone),
      startedAt: Date.now(),
      elapsed: 0,
      parts: [],
      working: 'starting',
      progress: undefined,
      speeds: [],
      preview: [],
      outcome: undefined,
      failure: undefined,
      room: placed.files[0]?.target.kind === 'private' ? await room() : undefined,
    }
    runStore.add(run)
    work(id, release)
    return run
  } catch (error) {
    release()
    releaseRun(id)
    if (error instanceof PickerClosed) return undefined
    throw error
  }
}

/** Ends the request of a run; what has come stays and can be gone on from. */
export function stopRun(id: string): void {
  end(id, 'stopped')
}

/** Ends a run and removes its file. */
export function cancelRun(id: string): void {
  end(id, 'cancelled')
}

function end(id: string, how: 'stopped' | 'cancelled'): void {
  const control = controls.get(id)
  if (!control) return
  control.ended = how
  // All has come when another form is written: who keeps what came keeps that form too.
  const writes = runStore.get(id)?.working === 'converting'
  if (how === 'cancelled' || !writes) void control.client?.stop()
  control.wake?.()
}

/** Goes on with a run where its last row is. A file or folder of an earlier visit needs the reader's leave, in the click. */
export async function resumeRun(id: string): Promise<void> {
  const run = runStore.get(id)
  if (!run || isRunning(run)) return
  await askLeave(run)
  if (runningOn(run.url)) throw new Error('another export from this node is running')
  const release = await holdNode(run.url)
  runStore.patch(id, () => ({
    outcome: undefined,
    failure: undefined,
    working: 'starting',
    speeds: [],
    progress: undefined,
  }))
  work(id, release, true)
}
