import {
  announcedBan,
  announcedCount,
  announcedPause,
  defaultBanMs,
  longestBan,
  longestPause,
} from '../wire/protocol/rate-limit.ts'
import { type HoldState, holdState } from './holds.ts'
import { type Grant, SharedRecord, type SharedRecordDependencies } from './shared-record.ts'
import { orAborted, sleep } from './timer.ts'

/** A pause that ends sooner (ms) is waited out, a longer one is thrown. */
const maxWaitMs = 2000

/** Other tabs learn from storage what was spent; without storage, and what is only shown, within this time (ms). */
const spentQuietMs = 500

export interface RateLimiterState extends Omit<HoldState, 'refusals'> {
  left: number
  max: number
}

export interface RateLimiterDependencies extends SharedRecordDependencies {
  /** From 0 to 1: jitter, so that many clients do not retry at the same moment. */
  random?: () => number
}

/**
 * A client-side rate limiter for one node, shared by all tabs of this browser. Requests refused while the network's bucket
 * is empty lead to a ban of ten minutes (wire.md 10.3), so a tab waits for a token, the first 429 pauses every
 * tab, and nothing is sent during a ban. After either, exactly one request of all tabs is sent until one is accepted.
 * Each token is one IndexedDB transaction on the shared record, or a second of them while no other tab is there.
 */
export class RateLimiter {
  readonly #shared: SharedRecord
  readonly #random: () => number
  /** Calls the listener after every change of the tokens, pause or ban; returns a function that unsubscribes. */
  readonly subscribe: SharedRecord['subscribe']
  /** Until when this tab tries the node. */
  #trialUntil = 0
  #pending = 0
  #queue: Promise<unknown> = Promise.resolve()

  constructor({ random = Math.random, ...shared }: RateLimiterDependencies = {}) {
    this.#random = random
    this.#shared = new SharedRecord(shared)
    this.subscribe = this.#shared.subscribe
  }

  /** What is left now, refilled by the time that passed. */
  state(): RateLimiterState {
    const now = Date.now()
    const { left, max } = this.#shared.known.bucket
    const { pausedUntil, bannedUntil, unproven } = this.#holds(now)
    const silent = pausedUntil > now || bannedUntil > now
    return { left: silent ? 0 : Math.max(0, Math.floor(left)), max, pausedUntil, bannedUntil, unproven }
  }

  /** Waits for a token, first come first served. Throws RateLimitError during a pause or a ban, and the signal's reason. */
  async acquire(signal?: AbortSignal): Promise<void> {
    const turn = this.#queue.then(() => this.#pass(signal))
    this.#queue = turn.catch(() => undefined)
    try {
      await orAborted(turn, signal)
    } catch (reason) {
      // A request that was let in while it was being aborted is never sent.
      void turn.then(
        () => this.release(),
        () => undefined,
      )
      throw reason
    }
  }

  /** Ends a request, whatever its outcome. */
  release(): void {
    this.#pending = Math.max(0, this.#pending - 1)
    if (this.#pending === 0) this.endTrial()
  }

  /** Applies the node's own count from a response; without the headers the estimate stays. */
  correct(headers: Headers): void {
    const limit = announcedCount(headers, 'Ratelimit-Limit')
    const remaining = announcedCount(headers, 'Ratelimit-Remaining')
    if (limit !== undefined || remaining !== undefined) this.#shared.correct(limit, remaining)
  }

  /** Reports that the request sent at `sentAt` was accepted. */
  accepted(sentAt: number): void {
    const { unproven, pausedUntil, bannedUntil } = this.#holds()
    if (!unproven || sentAt < Math.max(pausedUntil, bannedUntil)) return
    this.#shared.raise({ answered: { at: sentAt, refusals: 0 } })
    this.endTrial()
  }

  /** A 429 to a request sent at `sentAt`: all tabs pause, with backoff and random jitter. Returns when the pause ends. */
  refused(headers: Headers, sentAt: number): number {
    const now = Date.now()
    const { pausedUntil, unproven, refusals } = this.#holds(now)
    // Requests already in flight when the pause began add nothing new.
    const known = pausedUntil > now || sentAt < pausedUntil
    const before = known || unproven ? refusals : 0
    const ceiling = 1000 * 2 ** Math.min(before, 6)
    const wait = Math.max(announcedPause(headers, now), known ? 0 : 1000 + this.#random() * ceiling)
    this.#shared.correct(undefined, 0)
    this.#shared.raise({ paused: { at: now + Math.min(wait, longestPause), refusals: before + (known ? 0 : 1) } })
    return this.#holds(now).pausedUntil
  }

  /** A 403 of the rate limiter: no tab sends anything until the ban ends. Returns when that is. */
  banned(headers: Headers): number {
    const now = Date.now()
    const wait = announcedBan(headers, now) || defaultBanMs
    this.#shared.correct(undefined, 0)
    this.#shared.raise({ banned: { at: now + Math.min(wait, longestBan), refusals: 0 } })
    return this.#holds(now).bannedUntil
  }

  /** Resolves when every request so far has been let in or refused; it never rejects. */
  settled = (): Promise<unknown> => this.#queue

  refresh(): void {
    void this.#shared.refresh()
  }

  /** Lets another tab try the node; for a page that is closed, cached or frozen. */
  endTrial(): void {
    if (this.#trialUntil <= Date.now()) return
    this.#trialUntil = 0
    this.#shared.endTrial()
  }

  #holds(now = Date.now()): HoldState {
    return holdState(this.#shared.known.holds, now)
  }

  /** How long a pause still lasts, when it is waited out. Throws in a longer one and in a ban. */
  #pauseMs(): number {
    const now = Date.now()
    const { bannedUntil, pausedUntil } = this.#holds(now)
    if (bannedUntil > now) throw new RateLimitError('banned', bannedUntil)
    if (pausedUntil - now > maxWaitMs) throw new RateLimitError('limited', pausedUntil)
    return Math.max(0, pausedUntil - now)
  }

  async #pass(signal: AbortSignal | undefined): Promise<void> {
    let grant: Grant = { token: false, trialUntil: 0, waitMs: 0 }
    try {
      for (;;) {
        signal?.throwIfAborted()
        const pause = this.#pauseMs()
        if (pause > 0) {
          await sleep(pause, signal)
          continue
        }
        grant = await this.#reserve(grant.trialUntil)
        if (grant.waitMs > 0) {
          await sleep(grant.waitMs, signal)
          // Meanwhile another tab may have stored a ban.
          if (grant.token) await this.#shared.refresh()
        }
        if (grant.token && this.#maySend(grant.trialUntil > 0)) break
        this.#returnToken(grant)
      }
    } catch (reason) {
      this.#returnToken(grant)
      if (grant.trialUntil > 0) {
        this.#pending -= 1
        this.endTrial()
      }
      throw reason
    }
    if (grant.trialUntil === 0) this.#pending += 1
  }

  /** A request that begins a trial counts as pending from then on, so that the end of an earlier one does not end it. */
  async #reserve(ownTrialUntil: number): Promise<Grant> {
    const grant = await this.#shared.reserve(ownTrialUntil, spentQuietMs)
    if (grant.trialUntil > 0 && ownTrialUntil === 0) {
      this.#trialUntil = grant.trialUntil
      this.#pending += 1
    }
    return grant
  }

  #returnToken(grant: Grant): void {
    if (!grant.token) return
    grant.token = false
    void this.#shared.update(({ bucket, ...rest }) => [
      { ...rest, bucket: { ...bucket, left: bucket.left + 1 } },
      undefined,
    ])
  }

  /** Whether a request may still be sent after what was learnt while it waited for its token. */
  #maySend(hasTrial: boolean): boolean {
    return this.#pauseMs() === 0 && (hasTrial || !this.#holds().unproven)
  }
}

/** No request is allowed before `until` (Unix milliseconds of this browser). */
export class RateLimitError extends Error {
  override readonly name = 'RateLimitError'
  readonly kind: 'limited' | 'banned'
  readonly until: number
  constructor(kind: 'limited' | 'banned', until: number) {
    super(kind === 'banned' ? 'this address is temporarily banned' : 'the node asked for a pause')
    this.kind = kind
    this.until = until
  }
}
