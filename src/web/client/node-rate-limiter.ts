import { RateLimiter } from '../../client/rate-limiter.ts'
import { indexedDbStore } from './indexed-db-store.ts'

const limiters = new Map<string, RateLimiter>()

/** The one rate limiter of a node in this tab, by its base address (empty for the same origin). */
export function rateLimiterOf(base: string): RateLimiter {
  const known = limiters.get(base)
  if (known) return known
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(`lyra.rate-limit ${base}`)
  const limiter = new RateLimiter({ store: indexedDbStore(base), channel, random: Math.random })
  limiters.set(base, limiter)
  if (typeof document !== 'undefined') {
    // A page that is closed, cached or frozen must not keep other tabs from trying the node.
    globalThis.addEventListener('pagehide', () => limiter.endTrial())
    document.addEventListener('freeze', () => limiter.endTrial())
    globalThis.addEventListener('pageshow', () => limiter.refresh())
    document.addEventListener('resume', () => limiter.refresh())
  }
  return limiter
}
