import type { ErrorBody } from '../../../wire/error.ts'
import { secondOf } from '../../node/ledger-time.ts'
import { said } from '../../node/export-decode.ts'
import { brokeOff, type PartResult } from '../../node/export-part.ts'
import type { Range } from './range.ts'

/**
 * How a part stands. `complete`: it ended on a whole row, with no error, and the node has nothing after its last row.
 * `unchecked`: the same, but the node did not answer whether something follows. `incomplete`: it is known to be cut.
 * `refused`: the node gave no body at all.
 */
export interface PartVerdict {
  state: 'complete' | 'unchecked' | 'incomplete' | 'stopped' | 'refused'
  error: ErrorBody | undefined
}

/** Judges an answer. Only an end that nothing speaks against is `complete`. */
export function verdictOf(result: PartResult): PartVerdict {
  const { ending, facts, check, error } = result
  if (ending === 'refused') return { state: facts.rows > 0 ? 'incomplete' : 'refused', error }
  if (ending === 'stopped') return { state: 'stopped', error: undefined }
  if (ending !== 'whole') return { state: 'incomplete', error }
  if (facts.flaw !== undefined) return { state: 'incomplete', error: said(facts.flaw) }
  if (result.missing > 0 || check === 'changed') {
    return {
      state: 'incomplete',
      error: said('The node no longer has the last rows of this file as it gave them before.'),
    }
  }
  if (check === 'more') {
    return {
      state: 'incomplete',
      error: said('The node has rows after the last one: its answer was cut without a word.'),
    }
  }
  if (check === 'unchecked') return { state: 'unchecked', error: result.checkError }
  return { state: 'complete', error: undefined }
}

/** Whether asking again may help: the answer or the question after it broke off, or the node is out of breath. */
export const mayRetry = (result: PartResult): boolean =>
  result.facts.flaw === undefined &&
  (brokeOff(result) || result.check === 'more' || (result.ending === 'whole' && result.checkAgain))

const day = 86_400

/** What is worth saying about the asked range beside the first and last row, in sentences. */
export function rangeNotes({ from, to }: Range, rows: number, first: string | undefined, now: bigint): string[] {
  const notes: string[] = []
  const start = from === undefined ? undefined : Number(BigInt(from) / 1_000_000_000n)
  const begins = first === undefined ? Number.NaN : secondOf(first)
  if (rows === 0) notes.push('There is no entry in this range. The node may not keep older data.')
  else if (start !== undefined && begins - start > day) {
    const days = Math.floor((begins - start) / day)
    notes.push(
      `The first entry comes ${days} ${days === 1 ? 'day' : 'days'} after the start of the range. The node may not keep older data.`,
    )
  }
  if (to === undefined || BigInt(to) > now)
    notes.push('The range is still open: entries after this export are not in the file.')
  return notes
}
