import * as v from 'valibot'
import { defaultLimit } from '../../wire/protocol/rate-limit.ts'

/** A node's token bucket as this browser estimates it. */
export const Bucket = v.object({
  /** Requests left at `at`. Below zero when that many requests are waiting for a token. */
  left: v.number(),
  /** Unix milliseconds of this browser. */
  at: v.number(),
  /** Tokens that come back each second. */
  rate: v.number(),
  max: v.number(),
})
export type Bucket = v.InferOutput<typeof Bucket>

/** The network's rate limiter at rest: 100 tokens, refilled by 20 a second (wire.md 10.3). */
export const freshBucket = (now: number): Bucket => ({
  left: defaultLimit.burst,
  at: now,
  rate: defaultLimit.rate,
  max: defaultLimit.burst,
})

/** The bucket at `now`, with the tokens that came back meanwhile. */
export function refilled(bucket: Bucket, now: number): Bucket {
  const passed = Math.max(0, now - bucket.at)
  return { ...bucket, left: Math.min(bucket.max, bucket.left + (passed / 1000) * bucket.rate), at: now }
}

/** The bucket corrected by the limit and the tokens left in a response's headers; null where they are missing. */
export function corrected(bucket: Bucket, limit: number | null, remaining: number | null): Bucket {
  const rate = limit !== null && limit > 0 ? limit : bucket.rate
  if (remaining === null || remaining < 0) return { ...bucket, rate }
  return { ...bucket, rate, max: Math.max(bucket.max, remaining), left: Math.min(bucket.left, remaining) }
}
