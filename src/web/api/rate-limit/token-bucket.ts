import * as v from 'valibot'

/** What is left of a node's calls, as kept for all tabs of this browser. */
export const Tally = v.object({
  /** Calls left at `at`. */
  left: v.number(),
  /** Unix milliseconds of this browser. */
  at: v.number(),
  /** Calls that come back each second. */
  rate: v.number(),
  most: v.number(),
})
export type Tally = v.InferOutput<typeof Tally>

/** The network's limiter at rest: a bucket of 100 calls that refills by 20 a second (wire.md 10.3). */
export const freshTally = (now: number): Tally => ({
  left: 100,
  at: now,
  rate: 20,
  most: 100,
})

/** The same at `now`, with the calls that came back meanwhile. */
export function refilled(tally: Tally, now: number): Tally {
  const passed = Math.max(0, now - tally.at)
  return { ...tally, left: Math.min(tally.most, tally.left + (passed / 1000) * tally.rate), at: now }
}

/** A stored tally; undefined when it is none. */
export function readTally(value: unknown): Tally | undefined {
  const read = v.safeParse(Tally, value)
  return read.success ? read.output : undefined
}
