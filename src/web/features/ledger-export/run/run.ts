import type { Progress, PartResult } from '../engine/part.ts'
import type { FailureFacts } from '../../../api/node-error.ts'
import { type LedgerTotals, mergeTotals, noTotals } from '../engine/sums/ledger-totals.ts'
import type { Target } from '../engine/stream/sinks.ts'
import type { Form } from '../engine/sums/csv-for-spreadsheets.ts'
import type { PartRange } from '../parts.ts'
import type { ExportRequest } from '../request.ts'
import type { PartVerdict } from './verdict.ts'

/** How an export is asked for and handed over. */
export interface ExportOptions {
  /** Asks month by month: each month is checked and repeated on its own, and what is done survives a reload. */
  months: boolean
  /** Months go into files of their own. */
  each: boolean
  /** What is handed over at the end; the file itself is always the node's own bytes first. */
  form: Form
}

/** Whether what is handed over at the end is another form of the node's bytes. */
export const changesBytes = ({ form }: ExportOptions): boolean => form.spreadsheet !== undefined || form.gzip

export const plainOptions: ExportOptions = { months: false, each: false, form: { gzip: false } }

/** One question of an export and what came of it. */
export interface Part extends PartRange {
  url: string
  /** Which file it goes into. */
  file: number
  attempts: number
  result?: Omit<PartResult, 'preview'> | undefined
  verdict?: PartVerdict | undefined
}

/** One file of an export: the node's bytes as far as they have come. */
export interface RunFile {
  target: Target
  name: string
  /** Bytes that finished parts left in it, and their hash. */
  done: number
  sha256: string | undefined
  bytes: number
  rows: number
  /** Unix milliseconds of the latest hand-over as a download; copying takes the browser a while. */
  handedAt?: number | undefined
}

export const emptyFile = (target: Target, name: string): RunFile => ({
  target,
  name,
  done: 0,
  sha256: undefined,
  bytes: 0,
  rows: 0,
})

export type Outcome = 'complete' | 'unchecked' | 'incomplete' | 'cancelled' | 'refused'

/** One export, running or ended. */
export interface Run {
  id: string
  request: ExportRequest
  options: ExportOptions
  /** The address of the whole range, for copying. */
  url: string
  base: string
  label: string
  startedAt: number
  /** Milliseconds that it worked, without the time it rested. */
  elapsed: number
  parts: readonly Part[]
  files: readonly RunFile[]
  /** The file the reader chose for another form than the node's bytes. */
  out: FileSystemFileHandle | undefined
  /** The folder the reader chose for several files. */
  folder: FileSystemDirectoryHandle | undefined
  working: 'starting' | 'receiving' | 'waiting' | 'converting' | undefined
  progress: Progress | undefined
  /** Bytes a second at each tick, for the speed line. */
  speeds: readonly number[]
  preview: readonly string[]
  outcome: Outcome | undefined
  /** Why it ended before it was complete. */
  failure: FailureFacts | undefined
  /** Bytes the browser had left for this page when it began. */
  room: number | undefined
}

export const isRunning = ({ outcome }: Run): boolean => outcome === undefined

const settled = (run: Run): Part[] => run.parts.filter(({ result }) => result !== undefined)

/** Rows that came of parts. */
export const rowsOf = (parts: readonly Part[]): number =>
  parts.reduce((sum, { result }) => sum + (result?.facts.rows ?? 0), 0)

/** The first rows of the file so far: those of a part that has come again replace its own, those of the next follow. */
export function joinedPreview(
  shown: readonly string[],
  rowsBefore: number,
  part: readonly string[],
  most: number,
): readonly string[] {
  if (rowsBefore >= most) return shown
  return [...shown.slice(0, rowsBefore), ...part].slice(0, most)
}

/** The part that is under way or comes next. */
export const currentPart = (run: Run): Part | undefined => run.parts.find(({ verdict }) => !isDone(verdict))

export const isDone = (verdict: PartVerdict | undefined): boolean =>
  verdict?.state === 'complete' || verdict?.state === 'unchecked'

/** The sums of everything that has come. */
export function totalsOf(run: Run): LedgerTotals {
  const live = run.outcome === undefined ? run.progress?.totals : undefined
  const parts = live ? run.parts.filter(({ verdict }) => isDone(verdict)) : settled(run)
  const sum = parts.reduce((sum, { result }) => mergeTotals(sum, result?.totals ?? noTotals), noTotals)
  return live ? mergeTotals(sum, live) : sum
}

/** Rows, bytes in the file, bytes that came, and the first and last time of everything so far. */
export function factsOf(run: Run): {
  rows: number
  bytes: number
  received: number
  first: string | undefined
  last: string | undefined
} {
  const done = run.outcome === undefined ? run.parts.filter(({ verdict }) => isDone(verdict)) : settled(run)
  const facts = done.flatMap(({ result }) => result?.facts ?? [])
  const live = run.outcome === undefined && run.progress ? [run.progress.facts] : []
  const all = [...facts, ...live]
  const bytes = all.reduce((sum, { bytes }) => sum + bytes, 0)
  const [part] = live
  return {
    rows: all.reduce((sum, { rows }) => sum + rows, 0),
    bytes,
    received: bytes + (part ? (run.progress?.received ?? 0) - part.bytes : 0),
    first: all.find(({ first }) => first !== undefined)?.first,
    last: all.findLast(({ last }) => last !== undefined)?.last,
  }
}

/** An export that was cut may go on where its last row is; one with malformed rows or none at all must start again. */
export const mayResume = (run: Run): boolean =>
  (run.outcome === 'incomplete' || run.outcome === 'unchecked') &&
  run.files.length > 0 &&
  run.parts.every(({ result }) => result?.facts.flaw === undefined) &&
  run.parts.some(({ result }) => result === undefined || result.facts.rows > 0)
