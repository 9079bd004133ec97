import { type ExportRecord, exportRecords } from '../engine/run-database.ts'
import { createObservable } from '../../../observable.ts'
import { useObservable } from '../../../use-observable.ts'
import { isRunning, type Part, type Run } from './run.ts'

const runs = createObservable<readonly Run[]>([])
/** The run whose card is to take the focus. */
const wanted = createObservable<string | undefined>(undefined)

/** Runs survive moving about in the app; closing the tab would end them, so the browser asks first. */
const warn = (event: BeforeUnloadEvent): void => event.preventDefault()

function publish(next: readonly Run[]): void {
  window.removeEventListener('beforeunload', warn)
  if (next.some(isRunning)) window.addEventListener('beforeunload', warn)
  runs.set(next)
}

/** All exports of this browser that this tab looks after, newest first. */
export const useRuns = (): readonly Run[] => useObservable(runs)

/** Whether the card of this run is to take the focus. */
export const useFocusWanted = (id: string): boolean => useObservable(wanted, (run) => run === id)

export const runStore = {
  all: runs.get,
  get: (id: string): Run | undefined => runs.get().find((run) => run.id === id),
  add: (run: Run): void => publish([run, ...runs.get()].toSorted((a, b) => b.startedAt - a.startedAt)),
  remove: (id: string): void => publish(runs.get().filter((run) => run.id !== id)),
  /** Changes a run; the change is made from its latest state. */
  patch(id: string, change: (run: Run) => Partial<Run>): void {
    publish(runs.get().map((run) => (run.id === id ? { ...run, ...change(run) } : run)))
  },
  /** The run whose card takes the focus when it is on the page, once. */
  focus(id: string): void {
    wanted.set(id)
  },
  /** The card has it. */
  focused(): void {
    wanted.set(undefined)
  },
}

/** Changes one part of a run. */
export function setPart(id: string, url: string, change: Partial<Part>): void {
  runStore.patch(id, ({ parts }) => ({
    parts: parts.map((part) => (part.url === url ? { ...part, ...change } : part)),
  }))
}

const version = 2

/** A run as it is kept: what only matters while it runs is left out. */
interface KeptRun extends ExportRecord {
  version: number
  run: Run
}

/** Keeps a run so that it can be gone on with after a reload; one in memory cannot. */
export async function keepRun(id: string): Promise<void> {
  const run = runStore.get(id)
  if (!run || run.files.some(({ target }) => target.kind === 'memory')) return
  const kept: Run = { ...run, working: undefined, progress: undefined, speeds: [] }
  await exportRecords.put({ id, version, run: kept } as KeptRun)
}

const isKept = (record: unknown): record is KeptRun =>
  typeof record === 'object' && record !== null && 'version' in record && record.version === version && 'run' in record

/** The runs of earlier visits. What another version of this page kept is forgotten. */
export async function keptRuns(): Promise<Run[]> {
  return (await exportRecords.all()).filter(isKept).map(({ run }) => run)
}
