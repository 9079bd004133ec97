import type { ErrorBody } from '../../../../wire/error.ts'
import { secondOf } from '../engine/sums/ledger-time.ts'
import { said } from '../engine/stream/decode-framing.ts'
import { formatInstant, type Zone } from '../../../format/time.ts'
import { plural } from '../../../format/words.ts'
import { brokeOff, type PartResult } from '../engine/part.ts'
import type { Range } from '../range.ts'

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

/** How far the chain has come, as the node that was asked tells it, in Unix nanoseconds. */
export interface Reached {
  /** Now, by the node's clock. */
  now: bigint
  /** Its last block, where it is known. */
  lastBlock?: bigint | undefined
  /** The same where it was long ago. */
  stoppedAt?: bigint | undefined
  /** When its chain began, where its core tells it. */
  genesis?: bigint | undefined
}

/** What the file cannot hold because the range goes on after it; a range ends with the whole second that follows its last block. */
function openNotes({ to }: Range, { now, stoppedAt }: Reached, zone: Zone): string[] {
  const reached = stoppedAt === undefined ? now : stoppedAt + 1_000_000_000n
  if (to !== undefined && BigInt(to) <= reached) return []
  if (stoppedAt === undefined) return ['The range is still open: entries after this export are not in the file.']
  return [`The node's last block is from ${formatInstant(stoppedAt, zone)}: later entries are not in the file.`]
}

/** Why there may be no row: what the range and the blocks of the node have in common. */
function emptyNotes({ from }: Range, { lastBlock, genesis }: Reached, zone: Zone): string[] {
  const began = genesis === undefined ? [] : [`The chain began ${formatInstant(genesis, zone)}.`]
  if (lastBlock === undefined) return ['There is no entry in this range. The node may not keep older data.', ...began]
  const last = `from ${formatInstant(lastBlock, zone)}`
  if (from !== undefined && BigInt(from) > lastBlock)
    return [`The range begins after the node's last block, which is ${last}.`, ...began]
  return [`There is no entry in this range. The node's last block is ${last}; it may not keep older data.`, ...began]
}

/** Where the first entry comes well after the start of the range. */
function lateNotes({ from }: Range, first: string | undefined): string[] {
  const begins = first === undefined ? Number.NaN : secondOf(first)
  const days = from === undefined ? 0 : (begins - Number(BigInt(from) / 1_000_000_000n)) / day
  if (!(days > 1)) return []
  const words = plural(Math.floor(days), 'day')
  return [`The first entry comes ${words} after the start of the range. The node may not keep older data.`]
}

/** What is worth saying about the asked range beside the first and last row, in sentences. */
export function rangeNotes(
  range: Range,
  { rows, first }: { rows: number; first: string | undefined },
  reached: Reached,
  zone: Zone,
): string[] {
  const open = openNotes(range, reached, zone)
  if (rows > 0) return [...lateNotes(range, first), ...open]
  // Where the chain has stopped, the last block is named once.
  return [...emptyNotes(range, reached, zone), ...(reached.stoppedAt === undefined ? open : [])]
}
