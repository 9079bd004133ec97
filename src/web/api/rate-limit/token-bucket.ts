import * as v from 'valibot'
import { usualLimit } from '../../../wire/rate-limit.ts'

/** A node's token bucket as this browser estimates it. */
export const Bucket = v.object({
  /** Requests left at `at`. Below zero as many requests already wait for tokens to come back. */
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
  left: usualLimit.burst,
  at: now,
  rate: usualLimit.rate,
  max: usualLimit.burst,
})

/** The bucket at `now`, with the tokens that came back meanwhile. */
export function refilled(bucket: Bucket, now: number): Bucket {
  const passed = Math.max(0, now - bucket.at)
  return { ...bucket, left: Math.min(bucket.max, bucket.left + (passed / 1000) * bucket.rate), at: now }
}

/** The bucket after an answer's headers said its limit and what is left; null where they did not. */
export function corrected(bucket: Bucket, limit: number | null, remaining: number | null): Bucket {
  const rate = limit !== null && limit > 0 ? limit : bucket.rate
  if (remaining === null || remaining < 0) return { ...bucket, rate }
  return { ...bucket, rate, max: Math.max(bucket.max, remaining), left: Math.min(bucket.left, remaining) }
}
