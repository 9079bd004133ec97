import * as v from 'valibot'
import { longestBan, longestPause } from '../wire/protocol/rate-limit.ts'

/** `at` in Unix milliseconds of this browser; `refusals` counts the 429 answers in a row that led to a pause. */
const Mark = v.object({ at: v.number(), refusals: v.number() })

/** Until when the node's rate limiter accepts no requests, and when the latest accepted request was sent. */
export const Holds = v.object({ paused: Mark, banned: Mark, answered: Mark })
export type Holds = v.InferOutput<typeof Holds>

const never = { at: 0, refusals: 0 }
export const noHolds: Holds = { paused: never, banned: never, answered: never }

/** How far ahead a mark may lie. One that lies further was made before this device's clock was set back. */
const maxAhead: Readonly<Record<keyof Holds, number>> = { paused: longestPause, banned: longestBan, answered: 0 }

/** The later mark of each kind: a tab that writes late cannot end a ban that another tab has stored. */
export function mergeHolds(one: Holds, other: Holds, now: number): Holds {
  const later = (name: keyof Holds): Holds[keyof Holds] => {
    const [a, b] = [one, other].map(({ [name]: mark }) => (mark.at > now + maxAhead[name] ? never : mark))
    return a!.at >= b!.at ? a! : b!
  }
  return { paused: later('paused'), banned: later('banned'), answered: later('answered') }
}

export const sameHolds = (one: Holds, other: Holds): boolean =>
  one.paused.at === other.paused.at && one.banned.at === other.banned.at && one.answered.at === other.answered.at

export interface HoldState {
  pausedUntil: number
  bannedUntil: number
  refusals: number
  /** A pause or a ban has ended and no request sent since then has been accepted: one request tries the node. */
  unproven: boolean
}

/** The pause, ban and refusals that the marks describe at `now`. */
export function holdState(holds: Holds, now: number): HoldState {
  const { paused, banned, answered } = mergeHolds(holds, noHolds, now)
  const until = Math.max(paused.at, banned.at)
  return {
    pausedUntil: paused.at,
    bannedUntil: banned.at,
    refusals: paused.refusals,
    unproven: until > 0 && until <= now && answered.at < until,
  }
}
