import { fromRfc3339 } from '../../format/time.ts'

/** What a `bannedUntil` means at an instant. At most one member is present. */
export interface Ban {
  /** Unix nanoseconds, in the future. */
  bannedUntil?: bigint
  /** A ban that has run out but is still reported. */
  endedBan?: bigint
  /** A `bannedUntil` that cannot be parsed, as received. */
  unreadableBan?: string
}

/** Reads a `bannedUntil` at `now`, Unix nanoseconds of the node's clock. */
export function banOf(bannedUntil: string | null | undefined, now: bigint): Ban {
  if (bannedUntil === undefined || bannedUntil === null || bannedUntil === '') return {}
  const until = fromRfc3339(bannedUntil)
  if (until === undefined) return { unreadableBan: bannedUntil }
  // The zero of a clock (year 1 or 1970) means that the time was never set.
  if (until <= 0n) return {}
  return until > now ? { bannedUntil: until } : { endedBan: until }
}

/** How long a ban that has run out counts as unconfirmed, in nanoseconds. */
const confirmWithinNs = 60_000_000_000n

/** A ban's end is unconfirmed until the node reports it a minute after it, by its clock; silence proves nothing. */
export const isConfirming = (ended: bigint, answeredAt: bigint): boolean => answeredAt - ended < confirmWithinNs

const maxFirstDelayMs = 3_000
const intervalMs = 5_000
const durationMs = 60_000

/**
 * Calls `request` to find out whether a ban that ran out is over: first at a random delay, so that clients do not all do so
 * in the same instant, then at intervals until a minute has passed, whatever the polling interval. Returns a function that
 * stops it. `request` must not throw.
 */
export function confirmEnd(request: () => unknown, random: () => number = Math.random): () => void {
  const started = performance.now()
  let timer: ReturnType<typeof setTimeout>
  const next = (): void => {
    request()
    if (performance.now() - started < durationMs) timer = setTimeout(next, intervalMs)
  }
  timer = setTimeout(next, random() * maxFirstDelayMs)
  return () => clearTimeout(timer)
}
