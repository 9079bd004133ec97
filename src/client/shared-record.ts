import * as v from 'valibot'
import { defaultLimit, longestBan, longestPause } from '../wire/protocol/rate-limit.ts'

/** `at` in Unix milliseconds of this browser; `refusals` counts the 429 answers in a row that led to a pause. */
const Mark = v.object({ at: v.number(), refusals: v.number() })

/** Until when the node's rate limiter accepts no requests, and when the latest accepted request was sent. */
export const Holds = v.object({ paused: Mark, banned: Mark, answered: Mark })
export type Holds = v.InferOutput<typeof Holds>

const never = { at: 0, refusals: 0 }
const noHolds: Holds = { paused: never, banned: never, answered: never }

/** How far ahead a mark may lie. One that lies further was made before this device's clock was set back. */
const maxAhead: Readonly<Record<keyof Holds, number>> = { paused: longestPause, banned: longestBan, answered: 0 }

/** The later mark of each kind: a tab that writes late cannot end a ban that another tab has stored. */
function mergeHolds(one: Holds, other: Holds, now: number): Holds {
  const later = (name: keyof Holds): Holds[keyof Holds] => {
    const [a, b] = [one, other].map(({ [name]: mark }) => (mark.at > now + maxAhead[name] ? never : mark))
    return a!.at >= b!.at ? a! : b!
  }
  return { paused: later('paused'), banned: later('banned'), answered: later('answered') }
}

const sameHolds = (one: Holds, other: Holds): boolean =>
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
const freshBucket = (now: number): Bucket => ({
  left: defaultLimit.burst,
  at: now,
  rate: defaultLimit.rate,
  max: defaultLimit.burst,
})

/** The bucket at `now`, with the tokens that came back meanwhile. */
function refilled(bucket: Bucket, now: number): Bucket {
  const passed = Math.max(0, now - bucket.at)
  return { ...bucket, left: Math.min(bucket.max, bucket.left + (passed / 1000) * bucket.rate), at: now }
}

/** The bucket corrected by the limit and the tokens left in a response's headers; null where they are missing. */
function corrected(bucket: Bucket, limit: number | null, remaining: number | null): Bucket {
  const rate = limit !== null && limit > 0 ? limit : bucket.rate
  if (remaining === null || remaining < 0) return { ...bucket, rate }
  return { ...bucket, rate, max: Math.max(bucket.max, remaining), left: Math.min(bucket.left, remaining) }
}

/**
 * Whether a correction has to be stored and sent to other tabs. A count that is lower by one token at most is only as old as its
 * answer, and while half of the tokens are left the limit is not near.
 */
const isNews = (before: Bucket, after: Bucket): boolean =>
  after.rate !== before.rate ||
  after.max !== before.max ||
  (after.left < before.left && (after.left < before.left - 1 || after.left < after.max / 2))

/** What all tabs of this browser share about one node. */
export interface LimiterRecord {
  bucket: Bucket
  holds: Holds
  /** Until when one request tries the node after a pause or a ban; Unix milliseconds, 0 when none does. */
  trialUntil: number
}

/** Given the stored record, what is to be stored and a result. Called inside a transaction, so it must not wait. */
type RecordChange<Result> = (stored: LimiterRecord | undefined) => [LimiterRecord, Result]

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

export interface SharedRecordDependencies {
  /** Without one nothing is shared with other tabs or processes. */
  store?: LimiterStore | undefined
  channel?: Pick<BroadcastChannel, 'postMessage' | 'onmessage'> | undefined
}

const Message = v.object({ bucket: Bucket, holds: Holds })

/** One node's record, changed in one transaction by all tabs; broadcasts only make changes visible earlier. */
export class SharedRecord {
  readonly #store: LimiterStore
  readonly #channel: SharedRecordDependencies['channel']
  readonly #listeners = new Set<() => void>()
  /** Calls after every change that this tab knows of; returns the end of it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  #known: LimiterRecord = { bucket: freshBucket(Date.now()), holds: noHolds, trialUntil: 0 }
  /** When this tab last sent the record to the others, in Unix milliseconds by this browser's clock. */
  #postedAt = 0

  constructor({ store, channel }: SharedRecordDependencies) {
    this.#store = store ?? noStore
    this.#channel = channel
    if (channel) channel.onmessage = ({ data }) => this.#receive(data)
    void this.refresh()
  }

  get known(): LimiterRecord {
    return { ...this.#known, bucket: refilled(this.#known.bucket, Date.now()) }
  }

  /** Reads what other tabs have stored, and stores what only this tab knows. */
  refresh(): Promise<void> {
    return this.update((record) => [record, undefined])
  }

  /** Changes the record in one transaction and sends it to other tabs, unless it did so less than `quietMs` ago. */
  async update<Result>(change: (record: LimiterRecord) => [LimiterRecord, Result], quietMs = 0): Promise<Result> {
    const inside = (stored: LimiterRecord = this.#known): [LimiterRecord, Result] => {
      const now = Date.now()
      const holds = mergeHolds(stored.holds, this.#known.holds, now)
      return change({ ...stored, bucket: refilled(stored.bucket, now), holds })
    }
    let changed: [LimiterRecord, Result]
    try {
      changed = await this.#store.update(inside)
    } catch {
      changed = inside()
    }
    const [record, result] = changed
    this.#learn({ ...record, holds: mergeHolds(record.holds, this.#known.holds, Date.now()) })
    if (Math.abs(Date.now() - this.#postedAt) >= quietMs) this.#post()
    return result
  }

  /** Applies the node's own count, where it is news; null where it sent none. Visible in this tab at once. */
  correct(limit: number | null, remaining: number | null): void {
    const { known } = this
    // Applied twice where nothing can be stored: it gives the same the second time.
    const change = (record: LimiterRecord) => ({ ...record, bucket: corrected(record.bucket, limit, remaining) })
    if (!isNews(known.bucket, change(known).bucket)) return
    this.#learn(change(known))
    void this.update((record) => [change(record), undefined])
  }

  /** Raises marks. An earlier time than the known one changes nothing. Visible in this tab at once. */
  raise(marks: Partial<Holds>): void {
    const { known } = this
    this.#learn({ ...known, holds: mergeHolds(known.holds, { ...noHolds, ...marks }, Date.now()) })
    // Every update stores the marks that this tab knows.
    void this.refresh()
    this.#post()
  }

  endTrial(): void {
    this.#known = { ...this.#known, trialUntil: 0 }
    void this.#store.endTrial().catch(() => undefined)
  }

  /** Applies another tab's message, perhaps from another release. Its sender may not have been able to store a new mark. */
  #receive(message: unknown): void {
    const received = v.safeParse(Message, message)
    if (!received.success) return
    const now = Date.now()
    const { bucket, holds: knownHolds, trialUntil } = this.known
    const left = Math.min(bucket.left, refilled(received.output.bucket, now).left)
    const holds = mergeHolds(knownHolds, received.output.holds, now)
    this.#learn({ bucket: { ...bucket, left }, holds, trialUntil })
    if (!sameHolds(holds, knownHolds)) void this.refresh()
  }

  #learn(record: LimiterRecord): void {
    this.#known = record
    for (const listener of this.#listeners) listener()
  }

  #post(): void {
    const { bucket, holds } = this.#known
    this.#postedAt = Date.now()
    this.#channel?.postMessage({ bucket, holds })
  }
}

/** The record of one node. Both calls reject where the browser stores nothing (private windows). */
export interface LimiterStore {
  /** Reads, changes and writes the record in one transaction: no other tab can come in between. */
  update<Result>(change: RecordChange<Result>): Promise<[LimiterRecord, Result]>
  /** Ends this tab's trial. Only writes, so that it succeeds on a page that is being closed. */
  endTrial(): Promise<void>
}

/** Each update fails, so that what is known here is changed alone. */
const noStore: LimiterStore = {
  update: () => Promise.reject(new Error('nothing is shared')),
  endTrial: () => Promise.resolve(),
}
