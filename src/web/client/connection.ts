/**
 * `connecting`: no answer yet, or none since a pause or a ban; `stale`: old data, or no request for a while; `paused` by
 * the user; `limited`, `banned` by the node's rate limiter; `no-answer`: the last request found no node; `offline`: this
 * device has no network; `archive`: the node is a file that this page holds, which never changes.
 */
export type Connection =
  | 'connecting'
  | 'live'
  | 'stale'
  | 'paused'
  | 'limited'
  | 'banned'
  | 'no-answer'
  | 'offline'
  | 'archive'

/** Why a request got no answer from the node. `gateway`: a proxy before the node answered in its place. */
export type NoResponseReason = 'offline' | 'unreachable' | 'timeout' | 'gateway'

/** Times in Unix milliseconds of this browser. */
export interface ConnectionFacts {
  now: number
  pausedUntil: number
  bannedUntil: number
  trouble?: NoResponseReason
  /** When that was found. */
  troubledAt?: number
  /** When this node was selected. */
  since: number
  lastResponseAt?: number
  /** Milliseconds since the last block, by the node's clock. */
  blockAge?: number
  live: boolean
  isArchive?: boolean
}

/** Longer than the heartbeat ever waits between two requests. */
const maxSilenceMs = 90_000
const maxBlockAgeMs = 60_000
/** A node whose core is away lets its gateway answer for some reads: it is there as long as others are answered. */
const gatewayGracePeriodMs = 10_000

const isSilent = ({ trouble, since, lastResponseAt = since, troubledAt = since }: ConnectionFacts): boolean =>
  trouble === 'gateway' ? troubledAt - lastResponseAt > gatewayGracePeriodMs : trouble !== undefined

const isStale = ({ now, lastResponseAt = now, blockAge = 0 }: ConnectionFacts): boolean =>
  now - lastResponseAt > maxSilenceMs || blockAge > maxBlockAgeMs

export function connectionOf(facts: ConnectionFacts): Connection {
  const { now, pausedUntil, bannedUntil, lastResponseAt } = facts
  if (bannedUntil > now) return 'banned'
  if (pausedUntil > now) return 'limited'
  if (facts.trouble === 'offline') return 'offline'
  if (isSilent(facts)) return 'no-answer'
  if (facts.isArchive) return 'archive'
  // Data grows old while the reader has paused; that does not make the node stale.
  if (!facts.live) return 'paused'
  if (lastResponseAt === undefined || lastResponseAt < Math.max(pausedUntil, bannedUntil)) return 'connecting'
  return isStale(facts) ? 'stale' : 'live'
}

const away: ReadonlySet<Connection> = new Set<Connection>(['limited', 'banned', 'no-answer', 'offline'])

/** Whether nothing new can come from the node at the moment. */
export const isAway = (connection: Connection): boolean => away.has(connection)

const ownHosts = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** A service on this machine begins to answer at least one of the requests of a page within this time (ms). */
const maxLoopbackMs = 5

/** Whether the service runs on this machine, where compressing only costs time; the far end of a tunnel is slower. */
export function isLoopback(): boolean {
  const { hostname, origin } = globalThis.location
  if (!ownHosts.has(hostname)) return false
  const answers = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  return answers.some(
    // A response from the browser's cache has no size.
    ({ name, transferSize, requestStart, responseStart }) =>
      name.startsWith(`${origin}/`) && transferSize > 0 && responseStart - requestStart < maxLoopbackMs,
  )
}
