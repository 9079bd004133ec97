import { proxy, type Remote, transfer, wrap } from 'comlink'
import type { ArchiveContent, ArchiveProgress, ArchiveWorker } from '../../../browser/archive-worker.ts'
import { archiveFetch } from '../../client/archive-fetch.ts'
import { setArchive } from '../../client/node-fetch.ts'
import { siteFile } from '../../format/site.ts'
import { createObservable } from '../../observable.ts'
import { preferences } from '../../preferences/preferences.ts'
import { takeTabLock } from '../../take-tab-lock.ts'

/** What this tab does with archives. `held` is what it can show; `problem` why the last step failed, in a sentence. */
export interface ArchiveState {
  step: 'idle' | 'reading' | 'ready' | 'loading'
  held?: ArchiveContent | undefined
  /** Read but not loaded yet. */
  wanted?: ArchiveContent | undefined
  progress?: ArchiveProgress | undefined
  /** Milliseconds since the first rows were read. */
  elapsedMs?: number
  problem?: string | undefined
}

const state = createObservable<ArchiveState>({ step: 'idle' })
export const archiveState = { get: state.get, subscribe: state.subscribe }

const change = (patch: Partial<ArchiveState>): void => state.set({ ...state.get(), ...patch })

/** The tab's worker, and how to end it and let another tab hold an archive. */
interface Running {
  remote: Remote<ArchiveWorker>
  failed: Promise<never>
  end: () => void
}
let running: Running | undefined

const elsewhere =
  'Another tab of this browser holds an archive. Close it there first: memory of a browser is enough for one.'

/** Bytes of memory for each unpacked byte, and of the page with a database without rows: Chromium's peak with 30 and 50 MB, rounded up. */
const [memoryPerByte, memoryAtRest] = [7, 450e6]
/** What a tab can hold of a database in memory: Chromium's limit, and half of a small machine, as far as the browser says its size (GB). */
const maxMemory = (): number => Math.min(4e9, ((navigator as { deviceMemory?: number }).deviceMemory ?? 8) * 0.5e9)

/** Bytes of memory that a database of so many unpacked bytes takes, about. */
export const memoryOf = (bytes: number): number => memoryAtRest + bytes * memoryPerByte

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`

/** Why so much is not loaded; undefined where it can be. */
const refuseMemory = (bytes: number): string | undefined =>
  memoryOf(bytes) <= maxMemory()
    ? undefined
    : `This needs about ${gigabytes(memoryOf(bytes))} of memory, and a tab has ${gigabytes(maxMemory())} for it: ` +
      'choose fewer segments, or import them with Lyra’s command line.'

/** Browsers ask before a page is left that holds what leaving would lose. */
const askBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault()

async function start(): Promise<Running> {
  if (running) return running
  // Where there are no locks each tab may hold one.
  const giveBack = await takeTabLock('lyra.archive')
  if (!giveBack) throw new Error(elsewhere)
  const worker = new Worker(new URL('../../../browser/archive-worker.ts', import.meta.url), { type: 'module' })
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener('error', ({ message }) =>
      reject(new Error(message || 'The part of this page that reads archives could not be loaded: reload the page.')),
    )
  })
  failed.catch(() => undefined)
  addEventListener('beforeunload', askBeforeLeaving)
  const end = (): void => {
    worker.terminate()
    giveBack()
    removeEventListener('beforeunload', askBeforeLeaving)
  }
  running = { remote: wrap<ArchiveWorker>(worker), failed, end }
  return running
}

function stop(): void {
  running?.end()
  running = undefined
  setArchive(undefined)
}

const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The step failed; a worker that holds nothing is ended. */
function fail(error: unknown): void {
  const { held } = state.get()
  if (!held) stop()
  state.set({ step: 'idle', held, problem: sentence(error) })
}

/** Reads what archives hold; they are loaded by `loadArchive`. Why they cannot be is in `problem`. */
export async function readArchives(files: readonly File[]): Promise<void> {
  const { step, held } = state.get()
  if (step === 'loading' || step === 'reading' || files.length === 0) return
  state.set({ step: 'reading', held })
  try {
    const { remote, failed } = await start()
    const wanted = await Promise.race([failed, remote.examine([...files])])
    const problem = refuseMemory(wanted.bytes + (held?.bytes ?? 0))
    if (problem !== undefined) throw new Error(problem)
    change({ step: 'ready', wanted })
  } catch (error) {
    fail(error)
  }
}

const firstOf = (one: string, other: string): string => (BigInt(one) < BigInt(other) ? one : other)
const lastOf = (one: string, other: string): string => (BigInt(one) > BigInt(other) ? one : other)

function joined(held: ArchiveContent | undefined, wanted: ArchiveContent): ArchiveContent {
  if (!held) return wanted
  const files = [...new Set([...held.files, ...wanted.files])]
  const range = { from: firstOf(held.from, wanted.from), to: lastOf(held.to, wanted.to) }
  const remarks = [...new Set([...held.remarks, ...wanted.remarks])]
  return { chainId: held.chainId, ...range, files, bytes: held.bytes + wanted.bytes, remarks }
}

export function showArchive(): void {
  const { held } = state.get()
  if (held) preferences.hold({ node: `archive:${encodeURIComponent(held.chainId)}`, live: false })
}

export async function loadArchive(): Promise<void> {
  const { step, held, wanted } = state.get()
  const now = running
  if (step !== 'ready' || !wanted || !now) return
  change({ step: 'loading', problem: undefined, progress: undefined })
  let startedAt: number | undefined
  const onProgress = (progress: ArchiveProgress): void => {
    if (running !== now || state.get().step !== 'loading') return
    startedAt ??= performance.now()
    change({ progress, elapsedMs: performance.now() - startedAt })
  }
  try {
    const remarks = await Promise.race([now.failed, now.remote.load(proxy(onProgress))])
    if (running !== now) return
    const content = joined(held, { ...wanted, remarks: [...wanted.remarks, ...remarks] })
    setArchive(archiveFetch(now.remote), {
      from: content.from,
      to: content.to,
      connect: (port) => void now.remote.connect(transfer(port, [port])),
    })
    state.set({ step: 'idle', held: content })
    showArchive()
  } catch (error) {
    if (running === now) fail(error)
  }
}

/** Loads the sample beside this page: some hours of an invented network. */
export async function openSample(): Promise<void> {
  if (state.get().step !== 'idle') return
  change({ step: 'reading', problem: undefined })
  // The worker and its program come beside the sample. Why it does not start is said by what needs it.
  const started = start().catch(() => undefined)
  const response = await fetch(siteFile('archive/sample.zip')).catch((error: unknown) => sentence(error))
  await started
  if (typeof response === 'string' || !response.ok) {
    const why = typeof response === 'string' ? response : `its status is ${response.status}`
    return fail(new Error(`The sample could not be loaded: ${why}.`))
  }
  const file = new File([await response.blob()], 'sample.zip')
  change({ step: 'idle' })
  await readArchives([file])
  await loadArchive()
}

/** Ends reading or loading. What this tab held before stays. */
export async function cancelArchive(): Promise<void> {
  const { step, held } = state.get()
  if (held && step === 'loading') await running?.remote.cancel()
  else if (held) state.set({ step: 'idle', held })
  else closeArchive()
}

/** Forgets the archive; the node that was chosen before is in use again. */
export function closeArchive(): void {
  stop()
  state.set({ step: 'idle' })
  preferences.hold({})
}

async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) return [await new Promise<File>((...settle) => (entry as FileSystemFileEntry).file(...settle))]
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const found: File[] = []
  // A reader gives a hundred entries at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((...settle) => reader.readEntries(...settle))
    if (some.length === 0) return found
    found.push(...(await filesOf(some)))
  }
}

/** The archives among dropped files and within dropped folders; all files where there is no archive. */
export async function filesOf(entries: readonly FileSystemEntry[]): Promise<File[]> {
  const all = (await Promise.all(entries.map(filesIn))).flat()
  const zips = all.filter(({ name }) => /\.zip$/i.test(name))
  return zips.length > 0 ? zips : all
}
