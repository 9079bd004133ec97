import type { PowStatistics } from '../../../wire/spam-statistics.ts'
import { nodeState } from '../../client/node-status.ts'
import { serverNow } from '../../client/server-clock.ts'
import { toMilliseconds } from '../../format/time.ts'

/** The newest block of a response, received `at` monotonic milliseconds. */
interface Sighting {
  height: bigint
  at: number
  /** The wall clock minus the monotonic one, in milliseconds. */
  clockOffset: number
}

/** At one response in five seconds these cover a quarter of an hour. */
const maxSightings = 180
const minSightings = 3
/** Over a shorter time the estimate is poor: a response is up to a block late. */
const minSpanMs = 4_000
/** When the clocks drift apart by more, this device slept: the monotonic clock does not count sleep. */
const maxDriftMs = 3_000

let node = ''
let sightings: Sighting[] = []

/** Observes the newest block (`at` monotonic, `wall` Unix milliseconds). Another node or sleep starts it over. */
export function observeHeight(pow: PowStatistics | null | undefined, at: number, wall: number): void {
  const heights = (pow?.blockStates ?? []).map((block) => BigInt(block.blockHeight))
  if (heights.length === 0) return
  const height = heights.reduce((highest, each) => (each > highest ? each : highest))
  const last = sightings.at(-1)
  const { network } = nodeState.get()
  const clockOffset = wall - at
  const restarts =
    node !== network || (last && (height < last.height - 2n || Math.abs(clockOffset - last.clockOffset) > maxDriftMs))
  node = network
  if (restarts) sightings = []
  // Responses for several parties at nearly the same time, or from a cache, add nothing.
  else if (last && (height <= last.height || at - last.at < 500)) return
  sightings = [...sightings, { height, at, clockOffset }].slice(-maxSightings)
}

/** An estimate of the milliseconds between blocks; undefined before enough blocks were observed. */
export function blockTime(): number | undefined {
  const [first, last] = [sightings[0], sightings.at(-1)]
  if (!first || !last || node !== nodeState.get().network) return undefined
  const blocks = Number(last.height - first.height)
  if (sightings.length < minSightings || last.at - first.at < minSpanMs || blocks < 2) return undefined
  return (last.at - first.at) / blocks
}

/** Blocks since the node's answer at `answeredAt` (Unix nanoseconds of its clock), by the observed rate; 0 while that is unknown. */
export function blocksSince(answeredAt: bigint): bigint {
  const ms = blockTime()
  return ms === undefined ? 0n : BigInt(Math.floor(Math.max(0, toMilliseconds(serverNow() - answeredAt)) / ms))
}
