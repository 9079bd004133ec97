import { holdState } from './holds.ts'
import type { LimiterRecord } from './limiter-store.ts'

/** The result of one transaction: a token to use after `waitMs`, or none and when to try again. */
export interface Grant {
  token: boolean
  /** Until when this request tries the node, 0 when it does not. */
  trialUntil: number
  waitMs: number
}

/** How long (ms) one request may try a node after a pause or a ban; longer than any answer takes to begin. */
const trialMs = 60_000
/** How often (ms) a waiting request checks whether the trial has ended. */
const trialPollMs = 250

/** Takes a token where a request may be sent. A token that is not refilled yet is reserved, so tabs are served in turn. */
export function reserve(record: LimiterRecord, ownTrialUntil: number, now: number): [LimiterRecord, Grant] {
  const { bucket, holds, trialUntil } = record
  const { pausedUntil, bannedUntil, unproven } = holdState(holds, now)
  const none = { token: false, trialUntil: ownTrialUntil, waitMs: 0 }
  if (Math.max(pausedUntil, bannedUntil) > now) return [record, none]
  const begins = unproven && ownTrialUntil === 0
  const isTried = trialUntil > now && trialUntil <= now + trialMs
  if (begins && isTried) return [record, { ...none, waitMs: trialPollMs }]
  const left = bucket.left - 1
  const waitMs = Math.max(0, Math.ceil((-left / bucket.rate) * 1000))
  return [
    { bucket: { ...bucket, left }, holds, trialUntil: begins ? now + trialMs : trialUntil },
    { token: true, trialUntil: begins ? now + trialMs : ownTrialUntil, waitMs },
  ]
}
