import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import * as v from 'valibot'
import { createObservable } from '../../../observable.ts'
import { takeTabLock } from '../../../take-tab-lock.ts'
import { storageFailure } from '../../../storage-failure.ts'
import { useObservable } from '../../../use-observable.ts'
import type { LedgerProgress, LedgerResult } from '../../../ledger/engine/ledger-engine.ts'
import type { FailureFacts } from '../../../client/node-failure.ts'
import type { Target } from '../../../ledger/stream/output-file.ts'
import type { Form } from '../../../ledger/rows/csv-for-spreadsheets.ts'
import { type LedgerTotals, noTotals } from '../../../ledger/rows/ledger-totals.ts'
import type { RowFacts } from '../../../ledger/rows/ledger-reader.ts'
import type { ExportRequest } from '../../../ledger/request.ts'
import type { LedgerVerdict } from '../../../ledger/verdict.ts'

const runs = createObservable<readonly Run[]>([])
const focusRequest = createObservable<string | undefined>(undefined)

/** Runs survive navigation within the app, but not closing the tab: the browser asks before. */
const confirmClosing = (event: BeforeUnloadEvent): void => event.preventDefault()

function publish(next: readonly Run[]): void {
  window.removeEventListener('beforeunload', confirmClosing)
  if (next.some(isRunning)) window.addEventListener('beforeunload', confirmClosing)
  runs.set(next)
}

/** The exports of this browser that belong to this tab, newest first. */
export const useRuns = (): readonly Run[] => useObservable(runs)

export const useFocusRequest = (id: string): boolean => useObservable(focusRequest, (run) => run === id)

export const runStore = {
  all: runs.get,
  get: (id: string): Run | undefined => runs.get().find((run) => run.id === id),
  add: (run: Run): void => publish([run, ...runs.get()].toSorted((a, b) => b.startedAt - a.startedAt)),
  remove: (id: string): void => publish(runs.get().filter((run) => run.id !== id)),
  patch(id: string, change: (run: Run) => Partial<Run>): void {
    publish(runs.get().map((run) => (run.id === id ? { ...run, ...change(run) } : run)))
  },
  /** Asks the card of a run to take the focus, once. */
  focus: (id: string): void => focusRequest.set(id),
  focused: (): void => focusRequest.set(undefined),
}

/** Applies what a running export reports; `startedAt` excludes the time between its attempts. */
export const showProgress =
  (id: string, startedAt: number) =>
  (progress: LedgerProgress): void =>
    runStore.patch(id, (run) => ({
      elapsed: performance.now() - startedAt,
      progress: { ...run.progress, ...progress },
      preview: progress.preview ?? run.preview,
    }))

const version = 3

interface SavedRun {
  /** Also in the name of the lock that the tab which owns the run holds. */
  id: string
  version: number
  run: Run
}

interface RunDatabase extends DBSchema {
  exports: { key: string; value: SavedRun }
}

/** Only IndexedDB can store the handle of a file. Without it (private windows) exports are not remembered. */
async function inDatabase<Value>(call: (db: IDBPDatabase<RunDatabase>) => Promise<Value>): Promise<Value | undefined> {
  try {
    const db = await openDB<RunDatabase>('lyra.exports', 1, {
      upgrade: (created) => void created.createObjectStore('exports', { keyPath: 'id' }),
    })
    return await call(db).finally(() => db.close())
  } catch {
    return undefined
  }
}

/** Saves a run so that it can be resumed after a reload; one in memory cannot be. */
export async function saveRun(id: string): Promise<void> {
  const run = runStore.get(id)
  if (!run || run.file.target.kind === 'memory') return
  const saved: Run = { ...run, working: undefined, progress: undefined }
  if ((await inDatabase((db) => db.put('exports', { id, version, run: saved }))) === undefined) storageFailure.report()
}

export const forgetSavedRun = (id: string): Promise<void> => inDatabase((db) => db.delete('exports', id))

/** What the page does with a saved run before it is resumed. */
const Readable = v.object({
  version: v.literal(version),
  run: v.object({
    id: v.string(),
    url: v.pipe(v.string(), v.url()),
    base: v.string(),
    network: v.exactOptional(v.string()),
    startedAt: v.number(),
    elapsed: v.number(),
    request: v.object({ partyId: v.string() }),
    form: v.object({ gzip: v.boolean() }),
    file: v.object({ name: v.string(), target: v.object({ kind: v.picklist(['file', 'private']) }) }),
    preview: v.array(v.string()),
  }),
})

/** The runs of earlier visits. What another version of this page saved, or is damaged, is ignored. */
export async function savedRuns(): Promise<Run[]> {
  const saved = (await inDatabase((db) => db.getAll('exports'))) ?? []
  return saved.flatMap((record) => (v.is(Readable, record) ? [record.run] : []))
}

/** Whether the delivered file has another form than the node's bytes. */
export const changesBytes = ({ spreadsheet, accounting, gzip }: Form): boolean =>
  spreadsheet !== undefined || accounting !== undefined || gzip

export const originalForm: Form = { gzip: false }

export interface RunFile {
  target: Target
  name: string
  /** Unix milliseconds of the latest delivery as a download; the browser takes a while to copy it. */
  deliveredAt?: number | undefined
}

/** The network whose ledger a run has written. */
export const networkOfRun = ({ network, base }: Pick<Run, 'network' | 'base'>): string => network ?? base

export type Outcome = 'complete' | 'unchecked' | 'incomplete' | 'cancelled' | 'refused'

export interface Run {
  id: string
  request: ExportRequest
  /** The form of the delivered file; the export itself always writes the node's own bytes first. */
  form: Form
  /** The address of the export on the node. */
  url: string
  base: string
  /** Of which network the ledger is: an address may answer for another one later. Absent in runs of earlier versions. */
  network?: string
  /** The name of a calendar range, such as `October 2026`; empty for any other. */
  label: string
  startedAt: number
  /** Milliseconds that it has run, without the time between its attempts. */
  elapsed: number
  file: RunFile
  /** The file the user chose for another form than the node's bytes. */
  out: FileSystemFileHandle | undefined
  working: 'starting' | 'receiving' | 'converting' | undefined
  progress: LedgerProgress | undefined
  preview: readonly string[]
  result?: Omit<LedgerResult, 'preview'> | undefined
  verdict?: LedgerVerdict | undefined
  outcome: Outcome | undefined
  failure: FailureFacts | undefined
  /** Bytes that the browser had left for this page when the export began. */
  freeBytes: number | undefined
}

export const isRunning = ({ outcome }: Run): boolean => outcome === undefined

export const totalsOf = (run: Run): LedgerTotals =>
  (isRunning(run) ? run.progress?.totals : undefined) ?? run.result?.totals ?? noTotals

const noFacts: RowFacts = { bytes: 0, rows: 0, first: undefined, last: undefined, flaw: undefined }

/** The rows and bytes of the file so far, and the bytes received, of which the last wait until the end is known. */
export function rowFactsOf(run: Run): RowFacts & { received: number } {
  const progress = isRunning(run) ? run.progress : undefined
  const facts = progress?.facts ?? run.result?.facts ?? noFacts
  return { ...facts, received: progress?.received ?? facts.bytes }
}

/** Whether the file is not hashed because a policy forbids WebAssembly; undefined before that is known. */
export function isUnhashed({ progress, result }: Run): boolean | undefined {
  if (progress) return !progress.hashed
  return result && result.sha256 === undefined
}

/** A run that was cut can be resumed after its last row; one with malformed rows or none at all must start again. */
export const mayResume = ({ outcome, result }: Run): boolean =>
  (outcome === 'incomplete' || outcome === 'unchecked') &&
  (result === undefined || (result.facts.flaw === undefined && result.facts.rows > 0))

const prefix = 'lyra.export '
const releases = new Map<string, () => void>()

export async function lockedRuns(): Promise<ReadonlySet<string>> {
  const locks = globalThis.navigator?.locks as LockManager | undefined
  // A browser that forbids its storage forbids this too.
  const { held = [] } = (await locks?.query().catch(() => undefined)) ?? {}
  return new Set(held.flatMap(({ name }) => (name?.startsWith(prefix) ? name.slice(prefix.length) : [])))
}

/** Makes this tab the owner of a run; false when another tab is. */
export async function lockRun(id: string): Promise<boolean> {
  const release = await takeTabLock(`${prefix}${id}`)
  if (release) releases.set(id, release)
  return release !== undefined
}

export function releaseRun(id: string): void {
  releases.get(id)?.()
  releases.delete(id)
}

/** One export at a time from a node, in all tabs. Throws when another tab has one; returns the release. */
export async function lockNode(url: string): Promise<() => void> {
  const release = await takeTabLock(`lyra.export-node ${new URL(url).origin}`)
  if (!release) throw new Error('another tab has an export from this node running')
  return release
}
