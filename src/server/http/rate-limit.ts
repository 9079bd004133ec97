import type { Hono, MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import { code } from '../../wire/protocol/error.ts'
import type { AnyOperation } from '../../wire/protocol/operation.ts'
import { plainFailure } from '../fault.ts'
import { currentRecord } from './request-record.ts'
import type { Services } from './route.ts'

/** The result for one request; the fields are those of the network's headers (wire.md 10.3). */
interface RateLimitResult {
  allowed: boolean
  /** Whole requests that may follow at once. */
  remaining: number
  /** Whole seconds until one is allowed again; 0 when one is. */
  retryAfter: number
}

interface Bucket {
  tokens: number
  /** When `tokens` was right, in the clock's milliseconds. */
  at: number
}

/** So many seconds' worth may come at once, as with the network: 20 a second, 100 at once. */
const burstSeconds = 5
/** Addresses that are remembered. The one that was silent longest is forgotten first. */
const maxAddresses = 10_000

/** A bucket of tokens for each address, refilled with time. `now` is a clock in milliseconds that never goes back. */
export class TokenBuckets {
  readonly #buckets: LRUCache<string, Bucket>
  readonly burst: number

  constructor(
    readonly perSecond: number,
    private readonly now: () => number = () => performance.now(),
    maxSize = maxAddresses,
  ) {
    this.#buckets = new LRUCache({ max: maxSize })
    this.burst = perSecond * burstSeconds
  }

  get size(): number {
    return this.#buckets.size
  }

  /** Takes a token of this address, if it has one. */
  take(address: string): RateLimitResult {
    const tokens = this.#refilled(address)
    const allowed = tokens >= 1
    const left = allowed ? tokens - 1 : tokens
    this.#buckets.set(address, { tokens: left, at: this.now() })
    const retryAfter = left >= 1 ? 0 : Math.ceil((1 - left) / this.perSecond)
    return { allowed, remaining: Math.floor(left), retryAfter }
  }

  #refilled(address: string): number {
    const bucket = this.#buckets.get(address)
    if (!bucket) return this.burst
    return Math.min(this.burst, bucket.tokens + ((this.now() - bucket.at) / 1000) * this.perSecond)
  }
}

/** Requests a second of one address, five times as many at once, and how one of them is counted. */
export type RateLimit = Pick<TokenBuckets, 'perSecond' | 'take'>

/** The network's header names (wire.md 10.3). */
const headersOf = (perSecond: number, result: RateLimitResult, address: string): Record<string, string> => ({
  'Ratelimit-Limit': String(perSecond),
  'Ratelimit-Remaining': String(result.remaining),
  'Ratelimit-Reset': '1',
  'Ratelimit-Request-Remote-Addr': address,
})

/** Counts the requests of each address for operations; what tells the service's health and the dashboard's files are free. */
export function limitRequests(
  app: Hono,
  { send, connectionOf }: Pick<Services, 'send' | 'connectionOf'>,
  operations: readonly AnyOperation[],
  limit: RateLimit,
): void {
  const limited =
    (op: AnyOperation): MiddlewareHandler =>
    async (context, next) => {
      const request = context.req.raw
      const address = connectionOf?.(request, context.env)?.address ?? ''
      const result = limit.take(address)
      const headers = headersOf(limit.perSecond, result, address)
      if (!result.allowed) {
        const record = currentRecord()
        if (record) record.operation = op.name
        const failure = plainFailure(429, code.resourceExhausted, 'api request rate limit exceeded')
        const more = { 'Content-Type': 'application/json', 'Retry-After': String(result.retryAfter) }
        return send(request, { ...failure, headers: { ...headers, ...more } })
      }
      await next()
      // Streams and exports have no such headers (wire.md 5.1).
      if (op.stream || op.media) return undefined
      for (const [name, value] of Object.entries(headers)) context.header(name, value)
    }
  for (const op of operations) {
    for (const path of new Set([op.path, op.path.replace(/:\w+$/, '')])) app.get(path, limited(op))
  }
}
