/** What a limiter says of one request; the fields are those of the network's headers (wire.md 10.3). */
export interface Turn {
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
  readonly #buckets = new Map<string, Bucket>()
  readonly burst: number

  constructor(
    readonly perSecond: number,
    private readonly now: () => number = () => performance.now(),
    private readonly maxSize = maxAddresses,
  ) {
    this.burst = perSecond * burstSeconds
  }

  get size(): number {
    return this.#buckets.size
  }

  /** Takes a token of this address, if it has one. */
  take(address: string): Turn {
    const tokens = this.#refilled(address)
    const allowed = tokens >= 1
    const left = allowed ? tokens - 1 : tokens
    this.#keep(address, left)
    const retryAfter = left >= 1 ? 0 : Math.ceil((1 - left) / this.perSecond)
    return { allowed, remaining: Math.floor(left), retryAfter }
  }

  #refilled(address: string): number {
    const bucket = this.#buckets.get(address)
    if (!bucket) return this.burst
    return Math.min(this.burst, bucket.tokens + ((this.now() - bucket.at) / 1000) * this.perSecond)
  }

  /** A map keeps the order of insertion, so that the address at its front was silent longest. */
  #keep(address: string, tokens: number): void {
    this.#buckets.delete(address)
    this.#buckets.set(address, { tokens, at: this.now() })
    if (this.#buckets.size <= this.maxSize) return
    const [oldest] = this.#buckets.keys()
    if (oldest !== undefined) this.#buckets.delete(oldest)
  }
}
