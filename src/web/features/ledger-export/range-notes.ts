import { formatInstant, type Zone } from '../../format/time.ts'
import { plural } from '../../format/words.ts'
import { secondOf } from '../../ledger/rows/ledger-time.ts'
import type { InstantRange } from '../../ui/calendar/day-range.ts'

const day = 86_400

/** How far the chain has come according to the node of the export, in Unix nanoseconds. */
export interface Reached {
  /** Now, by the node's clock. */
  now: bigint
  /** Its last block, where it is known. */
  lastBlock?: bigint | undefined
  /** The same where it was long ago. */
  stoppedAt?: bigint | undefined
  /** When its chain began, where its core reports it. */
  genesis?: bigint | undefined
}

/** What the file cannot hold because the range is still open; the range of a stopped chain ends a second after its last block. */
function openNotes({ to }: InstantRange, { now, lastBlock, stoppedAt }: Reached, zone: Zone): string[] {
  const reached = stoppedAt === undefined ? now : stoppedAt + 1_000_000_000n
  if (to !== undefined && BigInt(to) <= reached) return []
  if (lastBlock === undefined)
    return ['The age of this node’s data is not known: entries after its last block are not in the file.']
  if (stoppedAt === undefined) return ['The range is still open: entries after this export are not in the file.']
  return [`The node's last block is from ${formatInstant(stoppedAt, zone)}: later entries are not in the file.`]
}

/** Why there may be no row: what the range and the blocks of the node have in common. */
function emptyNotes({ from }: InstantRange, { lastBlock, genesis }: Reached, zone: Zone): string[] {
  const began = genesis === undefined ? [] : [`The chain began ${formatInstant(genesis, zone)}.`]
  if (lastBlock === undefined) return ['No entries in this range. The node may not keep older data.', ...began]
  const last = `from ${formatInstant(lastBlock, zone)}`
  if (from !== undefined && BigInt(from) > lastBlock)
    return [`The range begins after the node's last block, which is ${last}.`, ...began]
  return [`No entries in this range. The node's last block is ${last}; it may not keep older data.`, ...began]
}

/** Where the first entry comes well after the start of the range. */
function lateNotes({ from }: InstantRange, first: string | undefined): string[] {
  const begins = first === undefined ? Number.NaN : secondOf(first)
  const days = from === undefined ? 0 : (begins - Number(BigInt(from) / 1_000_000_000n)) / day
  if (!(days > 1)) return []
  const words = plural(Math.floor(days), 'day')
  return [`The first entry comes ${words} after the start of the range. The node may not keep older data.`]
}

/** Sentences about the requested range that explain the first and last row. */
export function rangeNotes(
  range: InstantRange,
  { rows, first }: { rows: number; first: string | undefined },
  reached: Reached,
  zone: Zone,
): string[] {
  const open = openNotes(range, reached, zone)
  if (rows > 0) return [...lateNotes(range, first), ...open]
  // Where the chain has stopped, the last block is named once.
  return [...emptyNotes(range, reached, zone), ...(reached.stoppedAt === undefined ? open : [])]
}
