import { fromRfc3339 } from '../../format/time.ts'

/** What a `bannedUntil` says at an instant. At most one member is there. */
export interface Ban {
  /** Unix nanoseconds; only a future instant is a ban. */
  bannedUntil?: bigint
  /** A ban that has run out and that the node still reports. */
  endedBan?: bigint
  /** A `bannedUntil` that cannot be read: shown as it came, never believed and never hidden. */
  unreadableBan?: string
}

/** Reads a `bannedUntil` at `now`, Unix nanoseconds of the node's clock. */
export function banOf(bannedUntil: string | null | undefined, now: bigint): Ban {
  if (bannedUntil === undefined || bannedUntil === null || bannedUntil === '') return {}
  const until = fromRfc3339(bannedUntil)
  if (until === undefined) return { unreadableBan: bannedUntil }
  // The zero of a clock (year 1 or 1970) stands for a time that was never set.
  if (until <= 0n) return {}
  return until > now ? { bannedUntil: until } : { endedBan: until }
}

/** How long the node is asked whether a ban that ran out is really over, in nanoseconds. */
const confirmWithin = 60_000_000_000n

/**
 * A ban that ran out awaits the node's word until an answer, given at `answeredAt`, is a minute younger than its end:
 * only then is it said to be still reported. Time that passes without an answer proves nothing.
 */
export const isConfirming = (ended: bigint, answeredAt: bigint): boolean => answeredAt - ended < confirmWithin

const firstWithin = 3_000
const pace = 5_000
const longest = 60_000

/**
 * Asks whether a ban that ran out is over: first after up to three seconds at random, so that all who waited do not ask
 * in the same instant, then every five seconds until a minute has passed, so that the last answer settles it whatever
 * the reader's pace is. `ask` may not throw. Returns the way to stop.
 */
export function confirmEnd(ask: () => unknown, random: () => number = Math.random): () => void {
  const started = performance.now()
  let timer: ReturnType<typeof setTimeout>
  const next = (): void => {
    ask()
    if (performance.now() - started < longest) timer = setTimeout(next, pace)
  }
  timer = setTimeout(next, random() * firstWithin)
  return () => clearTimeout(timer)
}
