import type { Zone } from '../../format/time.ts'
import { exportClient } from '../../node/export-client.ts'
import { exportRecords, heldLocks, lock } from '../../node/export-records.ts'
import { nodeState } from '../../node/node-state.ts'
import {
  PickerClosed,
  copying,
  fileIn,
  handOver,
  ownTarget,
  pickFile,
  pickFolder,
  removeTarget,
  room,
  sweep,
} from '../../node/save-target.ts'
import { privatePrefix } from '../../node/sink.ts'
import type { Form } from '../../node/spreadsheet.ts'
import { preferences } from '../../preferences/preferences.ts'
import { fileNameFor, formName, incompleteName } from './file-name.ts'
import { rangeLabel } from './parts.ts'
import { type ExportRequest, exportUrl } from './request.ts'
import { type ExportOptions, isDone, isRunning, plainOptions, type Run, type RunFile } from './run.ts'
import { keepRun, keptRuns, runStore } from './run-store.ts'
import { type Control, RunWork } from './run-work.ts'

export { exportUrl, type ExportRequest } from './request.ts'

const controls = new Map<string, Control>()
const locksOfRuns = new Map<string, () => void>()

const lockOf = (id: string): string => `lyra.export ${id}`

/** The running export of the node that an address belongs to. */
export const runningOn = (url: string): Run | undefined =>
  runStore.all().find((run) => isRunning(run) && new URL(run.url).origin === new URL(url).origin)

/** Works on a run while holding the node's lock; other tabs then see that one is running. */
function work(id: string, release: () => void, again = false): void {
  const control: Control = { ended: undefined, client: undefined, wake: undefined }
  controls.set(id, control)
  const zone: Zone = preferences.get().zone
  void new RunWork(id, control, zone, again).work().finally(() => {
    controls.delete(id)
    release()
    const run = runStore.get(id)
    if (run?.outcome === 'cancelled') void exportRecords.remove(id)
  })
}

function releaseRun(id: string): void {
  locksOfRuns.get(id)?.()
  locksOfRuns.delete(id)
}

async function nodeLock(url: string): Promise<() => void> {
  const held = await lock(`lyra.export-node ${new URL(url).origin}`)
  if (!held) throw new Error('another tab has an export from this node running')
  return held.release
}

/** Asks where the file goes, in the click. Throws PickerClosed. */
async function place(id: string, name: string, options: ExportOptions): Promise<Pick<Run, 'files' | 'out' | 'folder'>> {
  const { form } = options
  const plain = form.spreadsheet === undefined && !form.gzip
  const files = (target: RunFile['target'], name: string): RunFile[] => [
    { target, name, done: 0, sha256: undefined, bytes: 0, rows: 0 },
  ]
  if (options.months && options.each) return { files: [], out: undefined, folder: await pickFolder() }
  const handle = await pickFile(plain ? name : formName(name, form))
  if (handle && plain) return { files: files({ kind: 'file', handle }, handle.name), out: undefined, folder: undefined }
  return { files: files(await ownTarget(`${id}-0`), name), out: handle, folder: undefined }
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
  const release = await nodeLock(url)
  const id = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`
  try {
    // First the lock: another tab that starts now must not take the file for one that nobody looks after.
    locksOfRuns.set(id, (await lock(lockOf(id)))?.release ?? (() => {}))
    const placed = await place(id, fileNameFor(request), options)
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
  void control.client?.stop()
  control.wake?.()
}

type Permitted = FileSystemHandle & { requestPermission?: (options: { mode: 'readwrite' }) => Promise<PermissionState> }

/** Goes on with a run where its last row is. A file or folder of an earlier visit needs the reader's leave, in the click. */
export async function resumeRun(id: string): Promise<void> {
  const run = runStore.get(id)
  if (!run || isRunning(run)) return
  const chosen: (FileSystemHandle | undefined)[] = [
    ...run.files.map(({ target }) => (target.kind === 'file' ? target.handle : undefined)),
    run.out,
    run.folder,
  ]
  for (const handle of new Set(chosen)) {
    const state = await (handle as Permitted | undefined)?.requestPermission?.({ mode: 'readwrite' })
    if (state === 'denied') throw new Error('the browser may not write to the file that was chosen')
  }
  if (runningOn(run.url)) throw new Error('another export from this node is running')
  const release = await nodeLock(run.url)
  runStore.patch(id, () => ({
    outcome: undefined,
    failure: undefined,
    working: 'starting',
    speeds: [],
    progress: undefined,
  }))
  work(id, release, true)
}

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
  for (const [at, { target }] of run.files.entries()) {
    const own = run.parts.filter(({ file }) => file === at)
    if (own.length === 0 || own.some(({ verdict }) => !isDone(verdict))) await removeTarget(target)
  }
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
  handed(id)
}

const handed = (id: string): void =>
  runStore.patch(id, ({ files }) => ({ files: files.map((file) => ({ ...file, handedAt: Date.now() })) }))

/** Saves a finished file in another form, in the click that asked for it. Throws PickerClosed and the browser's errors. */
export async function saveAs(id: string, at: number, form: Form): Promise<void> {
  const file = runStore.get(id)?.files[at]
  if (!file) return
  const name = formName(file.name, form)
  const handle = await pickFile(name)
  const client = exportClient('', () => {})
  try {
    const blob = await fileIn(file.target)
    const made = await client.convert(blob, form, handle && { kind: 'file', handle })
    if (!handle) handOver(made, name)
  } finally {
    client.end()
  }
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
    const taken = await lock(lockOf(kept.id))
    if (!taken) continue
    locksOfRuns.set(kept.id, taken.release)
    const closed = 'The page was closed or reloaded while this export was running.'
    runStore.add({
      ...kept,
      outcome: kept.outcome ?? 'incomplete',
      failure: kept.failure ?? { kind: 'answer', message: closed, url: kept.url },
    })
    await keepRun(kept.id)
  }
  // A file belongs to the run whose lock a tab holds, this one or another.
  const alive = [...(await heldLocks())].flatMap((name) =>
    name.startsWith(lockOf('')) ? name.slice(lockOf('').length) : [],
  )
  await sweep((name) => alive.some((id) => name.startsWith(`${privatePrefix}${id}-`)))
}
