import type { FailureFacts } from '../../../client/node-failure.ts'
import type { LedgerResult, LedgerProgress } from '../../../ledger/engine/ledger-engine.ts'
import type { Target } from '../../../ledger/stream/output-file.ts'
import type { Form } from '../../../ledger/rows/csv-for-spreadsheets.ts'
import { type LedgerTotals, noTotals } from '../../../ledger/rows/ledger-totals.ts'
import type { RowFacts } from '../../../ledger/rows/ledger-reader.ts'
import type { ExportRequest } from '../request.ts'
import type { Verdict } from './verdict.ts'

/** Whether the delivered file has another form than the node's bytes. */
export const changesBytes = ({ spreadsheet, gzip }: Form): boolean => spreadsheet !== undefined || gzip

export const originalForm: Form = { gzip: false }

/** The file of an export, in the node's own bytes. */
export interface RunFile {
  target: Target
  name: string
  /** Unix milliseconds of the latest delivery as a download; the browser takes a while to copy it. */
  deliveredAt?: number | undefined
}

export type Outcome = 'complete' | 'unchecked' | 'incomplete' | 'cancelled' | 'refused'

/** One export, running or ended. */
export interface Run {
  id: string
  request: ExportRequest
  /** The form of the delivered file; the export itself always writes the node's own bytes first. */
  form: Form
  /** The address of the export on the node. */
  url: string
  base: string
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
  /** Bytes a second at each report, for the sparkline. */
  rates: readonly number[]
  preview: readonly string[]
  /** What the latest attempt ended with. */
  result?: Omit<LedgerResult, 'preview'> | undefined
  verdict?: Verdict | undefined
  outcome: Outcome | undefined
  /** Why it ended before it was complete. */
  failure: FailureFacts | undefined
  /** Bytes that the browser had left for this page when the export began. */
  freeBytes: number | undefined
}

export const isRunning = ({ outcome }: Run): boolean => outcome === undefined

export const isDone = (verdict: Verdict | undefined): boolean =>
  verdict?.state === 'complete' || verdict?.state === 'unchecked'

/** The sums of all rows so far. */
export const totalsOf = (run: Run): LedgerTotals =>
  (isRunning(run) ? run.progress?.totals : undefined) ?? run.result?.totals ?? noTotals

const noFacts: RowFacts = { bytes: 0, rows: 0, first: undefined, last: undefined, flaw: undefined }

/** The rows and bytes of the file so far, and the bytes received, of which the last wait until the end is known. */
export function factsOf(run: Run): RowFacts & { received: number } {
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
