import type { ErrorBody } from '../../../../wire/error.ts'
import type { Received } from './receive.ts'
import type { RowFacts } from './sums/row-inspector.ts'
import type { LedgerTotals } from './sums/ledger-totals.ts'

/** What a running export tells of the part that is under way. */
export interface Progress {
  facts: RowFacts
  /** Bytes of the answer that came; those of the end are not rows of the file before the end is known. */
  received: number
  /** Bytes in the file, with those of earlier parts. */
  size: number
  /** Milliseconds since the last byte. */
  silent: number
  /** Told less often than the rest. */
  totals?: LedgerTotals
  preview?: string[]
}

/** Whether rows follow the last one: `nothing`, `more` (the answer was cut), `changed` (the last rows are no longer there). */
export type EndCheck = 'nothing' | 'more' | 'changed' | 'unchecked'

/** One part of an export: one range of time, one verdict. */
export interface PartPlan {
  url: string
  /** Goes on behind the rows that are there. */
  resume: boolean
  /** Unix nanoseconds up to which the rows cannot be added to any more; after the answer it is asked whether more follow. */
  settled?: string | undefined
}

/** What came of the question whether rows follow. */
export interface Checked {
  check: EndCheck
  checkError: ErrorBody | undefined
  /** Asking again may give an answer. */
  checkAgain: boolean
}

export interface PartResult extends Received, Checked {
  facts: RowFacts
  totals: LedgerTotals
  /** Bytes of the file, and what they hash to, in hexadecimal. */
  size: number
  sha256: string
  preview: string[]
}

const gateway = new Set([502, 503, 504])

/** Whether asking again may help: the connection, a gateway or the node itself broke off. A refusal stays a refusal. */
export const brokeOff = ({ ending, status, hold }: Pick<Received, 'ending' | 'status' | 'hold'>): boolean =>
  ending === 'cut' ||
  (ending === 'refused' && (hold ? hold.kind === 'limited' : status === undefined || gateway.has(status)))

export const nanoseconds = (second: number): bigint => BigInt(second) * 1_000_000_000n

/** The same question from or up to another time (Unix nanoseconds). */
export function within(url: string, range: { startTimestamp?: string; endTimestamp?: string }): string {
  const changed = new URL(url)
  for (const [name, value] of Object.entries(range)) changed.searchParams.set(`dateRange.${name}`, value)
  return changed.href
}

/** The same question from a whole second on, or from where it starts when that is later. */
export function fromSecond(url: string, second: number): string {
  const asked = new URL(url).searchParams.get('dateRange.startTimestamp')
  const start = nanoseconds(second)
  return asked !== null && BigInt(asked) > start ? url : within(url, { startTimestamp: start.toString() })
}
