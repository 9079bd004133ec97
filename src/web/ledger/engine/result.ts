import type { ErrorBody } from '../../../wire/protocol/error.ts'
import type { Received } from '../stream/receive.ts'
import type { RowFacts } from '../rows/ledger-reader.ts'
import type { LedgerTotals } from '../rows/ledger-totals.ts'

/** The state of a running export, reported a few times a second. */
export interface Progress {
  facts: RowFacts
  /** Bytes received, including those at the end that are not yet known to be rows of the file. */
  received: number
  /** Milliseconds since the last byte. */
  idleMs: number
  /** Whether the file is hashed: false where a policy forbids WebAssembly. */
  hashed: boolean
  /** Reported less often than the rest. */
  totals?: LedgerTotals
  preview?: string[]
}

/** One request to the node, whose rows go into the file. */
export interface ExportQuery {
  url: string
  /**
   * Unix nanoseconds before which no more rows can be added. The end of the response is checked up to it; undefined when the
   * whole range is too recent for that.
   */
  settledUntil?: string | undefined
}

/** Whether rows follow the last one: `nothing`, `more` (the response was cut), `changed` (the last rows are no longer there). */
export type EndCheck = 'nothing' | 'more' | 'changed' | 'unchecked'

export interface CheckResult {
  check: EndCheck
  /** Why the end is unchecked. */
  checkError: ErrorBody | undefined
}

export interface ExportResult extends Received, CheckResult {
  facts: RowFacts
  totals: LedgerTotals
  /** Of all bytes in the file, in hexadecimal; undefined where a policy forbids WebAssembly. */
  sha256: string | undefined
  preview: string[]
}
