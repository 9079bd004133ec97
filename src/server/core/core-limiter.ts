import { code } from '../../wire/protocol/error.ts'
import * as rateLimit from '../../wire/protocol/rate-limit.ts'
import { errorBodyOf } from './core.ts'
import { ForeignFault, busy, plainFailure } from '../fault.ts'
import { orAborted } from '../../client/timer.ts'

export interface CoreResponse {
  status: number
  headers: rateLimit.HeaderLines
  text: string
}

/** Times are Unix milliseconds. */
export interface LimiterClock {
  now: () => number
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** From 0 to 1: jitter, so that many services do not retry at the same moment. */
  random: () => number
}

/** A request that would wait longer than this for a token is refused as busy. */
const maxQueueMs = 2000

/** A refusal of the core node's limiter, repeated to every caller until it ends. */
type Hold = { until: number } & Pick<ForeignFault, 'status' | 'text' | 'headers'>

/** Headers of a refusal that still hold for a later caller. */
const keptHeaders = ['Ratelimit-Limit', 'Ratelimit-Remaining', 'Ratelimit-Reset']

/**
 * The token bucket of a core node, shared by all callers: the network's limiter counts them as one client (wire.md 10.3).
 * A 429 or a ban is repeated to every caller, with nothing sent, until it ends. Then, as at the start, one trial request
 * is sent while the others wait for its result (decision 17).
 */
export class CoreLimiter {
  #tokens: number = rateLimit.defaultLimit.burst
  #rate: number = rateLimit.defaultLimit.rate
  #countedAt: number
  #hold: Hold | undefined
  /** 429 responses since the last success. */
  #refusals = 0
  #trial: Promise<unknown> | undefined
  /** Whether the last trial request was not refused. */
  #trialPassed = false

  constructor(private readonly clock: LimiterClock) {
    this.#countedAt = clock.now()
  }

  /** Sends a request once it has a token. Rejects with the core node's refusal (ForeignFault), or as busy (Fault). */
  async pass(send: () => Promise<CoreResponse>, signal: AbortSignal): Promise<CoreResponse> {
    for (;;) {
      signal.throwIfAborted()
      this.#refuseHeld()
      if (this.#trialPassed) return this.#sendInTurn(send, signal)
      if (this.#trial === undefined) return this.#sendTrial(send, signal)
      await orAborted(this.#trial, signal)
    }
  }

  async #sendTrial(send: () => Promise<CoreResponse>, signal: AbortSignal): Promise<CoreResponse> {
    const sending = this.#sendInTurn(send, signal)
    // A core node that is unreachable has not refused: only a response of its limiter holds other requests back.
    this.#trial = sending
      .then(
        () => (this.#refusals = 0),
        () => undefined,
      )
      .then(() => {
        this.#trial = undefined
        this.#trialPassed = this.heldMs === 0 && !signal.aborted
      })
    return sending
  }

  async #sendInTurn(send: () => Promise<CoreResponse>, signal: AbortSignal): Promise<CoreResponse> {
    await this.#takeToken(signal)
    const sentAt = this.clock.now()
    const response = await send()
    this.#readLimits(response, sentAt)
    return response
  }

  /** Tokens go to requests in their order: the balance may be negative, and a later request waits longer. */
  async #takeToken(signal: AbortSignal): Promise<void> {
    const now = this.clock.now()
    const passedMs = Math.max(0, now - this.#countedAt)
    this.#tokens = Math.min(rateLimit.defaultLimit.burst, this.#tokens + (passedMs / 1000) * this.#rate)
    this.#countedAt = now
    const waitMs = Math.ceil((Math.max(0, 1 - this.#tokens) / this.#rate) * 1000)
    if (waitMs > maxQueueMs) throw busy('The core node')
    this.#tokens -= 1
    if (waitMs === 0) return
    await this.clock.sleep(waitMs, signal)
    this.#refuseHeld()
  }

  /** Milliseconds until requests are sent again after a refusal; else 0. */
  get heldMs(): number {
    return Math.max(0, (this.#hold?.until ?? 0) - this.clock.now())
  }

  #refuseHeld(): void {
    const { heldMs } = this
    if (!this.#hold || heldMs === 0) return
    const { status, text, headers } = this.#hold
    const seconds = String(Math.ceil(heldMs / 1000))
    const ban: Record<string, string> = status === 403 ? { 'Ratelimit-Retry-After': seconds } : {}
    throw new ForeignFault(status, text, { ...headers, ...ban, 'Retry-After': seconds })
  }

  #readLimits({ status, headers, text }: CoreResponse, sentAt: number): void {
    const limit = rateLimit.announcedCount(headers, 'Ratelimit-Limit')
    const remaining = rateLimit.announcedCount(headers, 'Ratelimit-Remaining')
    if (limit) this.#rate = limit
    if (remaining !== undefined) this.#tokens = Math.min(this.#tokens, remaining)
    const kind = rateLimit.limiterRefusal(status, text, headers)
    if (kind === undefined) return
    const now = this.clock.now()
    const waitMs =
      kind === 'banned'
        ? Math.min(rateLimit.announcedBan(headers, now) || rateLimit.defaultBanMs, rateLimit.longestBan)
        : Math.min(Math.max(rateLimit.announcedPause(headers, now), this.#pauseMs(sentAt)), rateLimit.longestPause)
    this.#keep({ status, text: bodyOf(kind, text), until: now + waitMs, headers: keptHeadersOf(headers) })
    this.#refuseHeld()
  }

  /** Doubles with each refusal. Requests already in flight when a pause began do not count. */
  #pauseMs(sentAt: number): number {
    if (this.#hold && (this.heldMs > 0 || sentAt < this.#hold.until)) return 1000
    const ceiling = 1000 * 2 ** Math.min(this.#refusals, 6)
    this.#refusals += 1
    return 1000 + this.clock.random() * ceiling
  }

  /** Of two refusals the longer one counts. */
  #keep(hold: Hold): void {
    if (!this.#hold || hold.until > this.#hold.until) this.#hold = hold
    this.#tokens = 0
    this.#trialPassed = false
  }
}

const keptHeadersOf = (headers: rateLimit.HeaderLines): Record<string, string> =>
  Object.fromEntries(
    keptHeaders.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )

/** The error body as it came, or the network's own text where a proxy responded with a page. */
function bodyOf(kind: 'limited' | 'banned', text: string): string {
  const own =
    kind === 'limited'
      ? plainFailure(429, code.resourceExhausted, 'api request rate limit exceeded')
      : plainFailure(403, code.permissionDenied, 'temporarily banned for continuing to request while rate limited')
  return errorBodyOf(text) ?? own.body
}
