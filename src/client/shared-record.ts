import * as v from 'valibot'
import { defaultLimit } from '../wire/protocol/rate-limit.ts'
import { Holds, holdState, mergeHolds, noHolds, sameHolds } from './holds.ts'

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

/** The bucket corrected by the limit and the tokens left in a response's headers; undefined where they are missing. */
function corrected(bucket: Bucket, limit: number | undefined, remaining: number | undefined): Bucket {
  const rate = limit || bucket.rate
  if (remaining === undefined) return { ...bucket, rate }
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
  /** The tab that took the last token, and until when (Unix milliseconds, 0 for never) it uses tokens that it took ahead. */
  tab: string
  aheadUntil: number
}

/** Given the stored record, what is to be stored and a result. Called inside a transaction, so it must not wait. */
type RecordChange<Result> = (stored: LimiterRecord | undefined) => [LimiterRecord, Result]

/** The result of one transaction: a token to use after `waitMs`, or none and when to try again. */
export interface Grant {
  token: boolean
  /** Tokens that were taken ahead with it. */
  ahead?: number
  /** Until when this request tries the node, 0 when it does not. */
  trialUntil: number
  waitMs: number
}

/** How long (ms) one request may try a node after a pause or a ban; longer than any answer takes to begin. */
const trialMs = 60_000
/** How often (ms) a waiting request checks whether the trial has ended. */
const trialPollMs = 250

/** Only a tab that has not noticed another one for this long takes tokens ahead, so many, for so long (ms). */
const [aloneMs, maxAhead, aheadMs] = [10_000, 7, 1000]
/** How often (ms) another tab checks whether that is over. */
const aheadPollMs = 25

const isAhead = ({ aheadUntil }: LimiterRecord, now: number): boolean => aheadUntil > now && aheadUntil <= now + aheadMs

/** Tokens that were taken ahead may have been used just now, whatever has come back since. */
const leftIn = ({ bucket, aheadUntil }: LimiterRecord): number =>
  Math.min(bucket.left, bucket.max - (aheadUntil > 0 ? maxAhead : 0))

/**
 * Takes a token for `tab` where a request may be sent, and `ahead` more while the limit is far; `unused` are those taken ahead that
 * come back. A token that is not refilled yet is reserved, so tabs are served in turn. While another tab has tokens ahead none is
 * given: it would not hear of a ban in time.
 */
export function reserve(
  record: LimiterRecord,
  ownTrialUntil: number,
  now: number,
  { tab, ahead, unused }: { tab: string; ahead: number; unused: number },
): [LimiterRecord, Grant] {
  const { bucket, holds, trialUntil } = record
  const { pausedUntil, bannedUntil, unproven } = holdState(holds, now)
  const none = { token: false, trialUntil: ownTrialUntil, waitMs: 0 }
  if (Math.max(pausedUntil, bannedUntil) > now) return [record, none]
  const begins = unproven && ownTrialUntil === 0
  const isTried = trialUntil > now && trialUntil <= now + trialMs
  if (begins && isTried) return [record, { ...none, waitMs: trialPollMs }]
  if (record.tab !== tab && isAhead(record, now)) return [record, { ...none, waitMs: aheadPollMs }]
  const before = leftIn(record) + unused
  const more = unproven || before < bucket.max / 2 ? 0 : ahead
  const left = before - 1 - more
  const waitMs = Math.max(0, Math.ceil((-left / bucket.rate) * 1000))
  const tried = begins ? now + trialMs : trialUntil
  return [
    { bucket: { ...bucket, left }, holds, trialUntil: tried, tab, aheadUntil: more > 0 ? now + aheadMs : 0 },
    { token: true, ahead: more, trialUntil: begins ? tried : ownTrialUntil, waitMs },
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
  #known: LimiterRecord = { bucket: freshBucket(Date.now()), holds: noHolds, trialUntil: 0, tab: '', aheadUntil: 0 }
  readonly #tab = Math.random().toString(36)
  /** When this tab last noticed another one, or began, in monotonic milliseconds. */
  #othersAt = performance.now()
  /** Tokens taken ahead that are not used yet. */
  #ahead = 0
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

  /** Takes a token, without a transaction if this tab still has one that it took ahead. */
  async reserve(ownTrialUntil: number, quietMs: number): Promise<Grant> {
    const unused = this.#ahead
    this.#ahead = 0
    if (unused > 0 && isAhead(this.#known, Date.now())) {
      this.#ahead = unused - 1
      return { token: true, trialUntil: ownTrialUntil, waitMs: 0 }
    }
    const grant = await this.update((record) => {
      if (record.tab !== this.#tab) this.#othersAt = performance.now()
      const ahead = this.#channel && this.#isAlone() ? maxAhead : 0
      return reserve(record, ownTrialUntil, Date.now(), { tab: this.#tab, ahead, unused })
    }, quietMs)
    // Another tab may have been heard meanwhile.
    if (this.#isAlone()) this.#ahead = grant.ahead ?? 0
    else if (grant.ahead) this.#endAhead()
    return grant
  }

  #isAlone(): boolean {
    return performance.now() - this.#othersAt > aloneMs
  }

  /** Another tab is there, which waits for this: both take one token at a time from now on. */
  #endAhead(): void {
    this.#ahead = 0
    void this.update((record) => [{ ...record, aheadUntil: Math.min(record.aheadUntil, Date.now()) }, undefined])
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
      this.#othersAt = performance.now() // nothing but messages would tell of one
      changed = inside()
    }
    const [record, result] = changed
    this.#learn({ ...record, holds: mergeHolds(record.holds, this.#known.holds, Date.now()) })
    if (Math.abs(Date.now() - this.#postedAt) >= quietMs) this.#post()
    return result
  }

  /** Applies the node's own count, where it is news; undefined where it sent none. Visible in this tab at once. */
  correct(limit: number | undefined, remaining: number | undefined): void {
    const { known } = this
    // Applied twice where nothing can be stored: it gives the same the second time.
    const change = (record: LimiterRecord) => ({ ...record, bucket: corrected(record.bucket, limit, remaining) })
    if (!isNews(known.bucket, change(known).bucket)) return
    this.#ahead = 0
    this.#learn(change(known))
    void this.update((record) => [change(record), undefined])
  }

  /** Raises marks. An earlier time than the known one changes nothing. Visible in this tab at once. */
  raise(marks: Partial<Holds>): void {
    const { known } = this
    this.#ahead = 0
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
    this.#othersAt = performance.now()
    const { bucket, holds: knownHolds, ...rest } = this.known
    const left = Math.min(bucket.left, refilled(received.output.bucket, now).left)
    const holds = mergeHolds(knownHolds, received.output.holds, now)
    this.#learn({ ...rest, bucket: { ...bucket, left }, holds })
    if (rest.tab === this.#tab && isAhead(this.#known, now)) this.#endAhead()
    else if (!sameHolds(holds, knownHolds)) void this.refresh()
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
