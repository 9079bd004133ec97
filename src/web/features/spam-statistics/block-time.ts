import type { PowStatistics } from '../../../wire/spam-statistics.ts'
import { nodeState } from '../../api/status/node-status.ts'

/** The newest block of an answer, and when it was seen, in monotonic milliseconds. */
interface Sight {
  height: bigint
  at: number
  /** How far the wall clock was from the monotonic one. */
  lead: number
}

/** Sights kept: the pace of blocks is that of the last quarter of an hour at most. */
const most = 180
const enough = 3
/** A shorter stretch says little: an answer is up to a block late. */
const minSpan = 4_000
/** Clocks that part by more: this device slept, and the monotonic one did not count it. */
const slept = 3_000

let of = ''
let sights: Sight[] = []

/**
 * Learns from an answer how fast blocks come; `at` in monotonic milliseconds, `wall` in Unix ones. Another node, a chain
 * that fell back, and a sleep of this device start over.
 */
export function observeHeight(pow: PowStatistics | null | undefined, at: number, wall: number): void {
  const heights = (pow?.blockStates ?? []).map((block) => BigInt(block.blockHeight))
  const [first] = heights
  if (first === undefined) return
  const height = heights.reduce((highest, each) => (each > highest ? each : highest), first)
  const last = sights.at(-1)
  const { base } = nodeState.get()
  const lead = wall - at
  const broken = last && (height < last.height - 2n || Math.abs(lead - last.lead) > slept)
  if (of !== base || broken) sights = []
  of = base
  // Answers for several parties at nearly the same time say one thing; a cached height says nothing.
  if (last && sights.length > 0 && (height <= last.height || at - last.at < 500)) return
  sights = [...sights, { height, at, lead }].slice(-most)
}

/** Milliseconds from one block to the next as observed, undefined before enough of them were seen. An estimate. */
export function blockTime(): number | undefined {
  const [first, last] = [sights[0], sights.at(-1)]
  if (!first || !last || of !== nodeState.get().base) return undefined
  const blocks = Number(last.height - first.height)
  if (sights.length < enough || last.at - first.at < minSpan || blocks < 2) return undefined
  return (last.at - first.at) / blocks
}
