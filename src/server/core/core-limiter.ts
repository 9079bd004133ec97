import { code } from '../../wire/error.ts'
import {
  type HeaderLines,
  announcedBan,
  announcedPause,
  limiterRefusal,
  longestBan,
  longestPause,
  usualBan,
  usualLimit,
} from '../../wire/rate-limit.ts'
import { errorBodyOf } from './core-error.ts'
import { busy } from '../error.ts'
import { ForeignFault, plainFailure } from '../error.ts'
import { orAborted } from './shared-requests.ts'

/** What a core node answered, whole. */
export interface CoreAnswer {
  status: number
  headers: HeaderLines
  text: string
}

/** Times are Unix milliseconds. */
export interface LimiterClock {
  now: () => number
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** From 0 to 1, so that many services do not come back together. */
  random: () => number
}

/** A request that would wait longer than this for a unit of the budget is refused as busy. */
const maxQueueMs = 2000

/** The refusal that everybody is told until it ends. */
interface Hold {
  status: number
  text: string
  until: number
  headers: Record<string, string>
}

/** The lines of a refusal that are as true for a later caller. */
const keptLines = ['Ratelimit-Limit', 'Ratelimit-Remaining', 'Ratelimit-Reset']

const numberIn = (headers: HeaderLines, name: string): number | undefined => {
  const text = headers.get(name)?.trim() ?? ''
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

/**
 * The one rate budget of a core node, for all callers of the service. The network's limiter counts a service as one
 * client and bans it for ten minutes when it goes on asking (wire.md 10.3). So each request waits for a unit here; a 429
 * and a ban are told to everybody, and nothing is sent, until they end. Then, as at the start, one request goes ahead and
 * the others wait for what comes of it.
 */
export class CoreLimiter {
  readonly #clock: LimiterClock
  #left: number = usualLimit.burst
  #rate: number = usualLimit.rate
  #countedAt: number
  #hold: Hold | undefined
  /** 429 answers since the last good one. */
  #refusals = 0
  /** The request that goes ahead; undefined again when it has ended. */
  #trial: Promise<unknown> | undefined
  /** Whether a request that went ahead was not refused. */
  #proven = false

  constructor(clock: LimiterClock) {
    this.#clock = clock
    this.#countedAt = clock.now()
  }

  /** Sends one request when its turn comes. Rejects with the limiter's refusal (ForeignFault), and when the turn is too far off (Fault). */
  async pass(send: () => Promise<CoreAnswer>, signal: AbortSignal): Promise<CoreAnswer> {
    for (;;) {
      signal.throwIfAborted()
      this.#refuseHeld()
      if (this.#proven) return this.#sendInTurn(send, signal)
      if (this.#trial === undefined) return this.#tryOut(send, signal)
      await orAborted(this.#trial, signal)
    }
  }

  async #tryOut(send: () => Promise<CoreAnswer>, signal: AbortSignal): Promise<CoreAnswer> {
    const sending = this.#sendInTurn(send, signal)
    // A core node that is away or silent has not refused: only an answer of its limiter holds the others back.
    this.#trial = sending
      .then(
        () => (this.#refusals = 0),
        () => undefined,
      )
      .then(() => {
        this.#trial = undefined
        this.#proven = !this.#isHeld() && !signal.aborted
      })
    return sending
  }

  async #sendInTurn(send: () => Promise<CoreAnswer>, signal: AbortSignal): Promise<CoreAnswer> {
    await this.#takeUnit(signal)
    const sentAt = this.#clock.now()
    const answer = await send()
    this.#learn(answer, sentAt)
    return answer
  }

  /** Units are given away in the order of asking: who comes later finds a larger debt. */
  async #takeUnit(signal: AbortSignal): Promise<void> {
    const now = this.#clock.now()
    const passedMs = Math.max(0, now - this.#countedAt)
    this.#left = Math.min(usualLimit.burst, this.#left + (passedMs / 1000) * this.#rate)
    this.#countedAt = now
    const waitMs = Math.ceil((Math.max(0, 1 - this.#left) / this.#rate) * 1000)
    if (waitMs > maxQueueMs) throw busy('The core node')
    this.#left -= 1
    if (waitMs === 0) return
    await this.#clock.sleep(waitMs, signal)
    this.#refuseHeld()
  }

  #isHeld(): boolean {
    return this.#hold !== undefined && this.#hold.until > this.#clock.now()
  }

  #refuseHeld(): void {
    if (!this.#hold || !this.#isHeld()) return
    const { status, text, until, headers } = this.#hold
    const seconds = String(Math.ceil((until - this.#clock.now()) / 1000))
    const ban: Record<string, string> = status === 403 ? { 'Ratelimit-Retry-After': seconds } : {}
    throw new ForeignFault(status, text, { ...headers, ...ban, 'Retry-After': seconds })
  }

  #learn({ status, headers, text }: CoreAnswer, sentAt: number): void {
    const limit = numberIn(headers, 'Ratelimit-Limit')
    const remaining = numberIn(headers, 'Ratelimit-Remaining')
    if (limit) this.#rate = limit
    if (remaining !== undefined) this.#left = Math.min(this.#left, remaining)
    const kind = limiterRefusal(status, text, headers)
    if (kind === undefined) return
    const now = this.#clock.now()
    const waitMs =
      kind === 'banned'
        ? Math.min(announcedBan(headers, now) || usualBan, longestBan)
        : Math.min(Math.max(announcedPause(headers, now), this.#pauseMs(sentAt)), longestPause)
    this.#keep({ status, text: bodyOf(kind, text), until: now + waitMs, headers: linesOf(headers) })
    this.#refuseHeld()
  }

  /** Twice as long at each repetition. Requests under way when a pause began say nothing new. */
  #pauseMs(sentAt: number): number {
    if (this.#hold && (this.#isHeld() || sentAt < this.#hold.until)) return 1000
    const ceiling = 1000 * 2 ** Math.min(this.#refusals, 6)
    this.#refusals += 1
    return 1000 + this.#clock.random() * ceiling
  }

  /** The longer silence counts. */
  #keep(hold: Hold): void {
    if (!this.#hold || hold.until > this.#hold.until) this.#hold = hold
    this.#left = 0
    this.#proven = false
  }
}

const linesOf = (headers: HeaderLines): Record<string, string> =>
  Object.fromEntries(
    keptLines.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )

/** The error body as it came, or the network's own words where a proxy answered with a page. */
function bodyOf(kind: 'limited' | 'banned', text: string): string {
  const body = errorBodyOf(text)
  if (body !== undefined) return body
  return kind === 'limited'
    ? plainFailure(429, code.resourceExhausted, 'api request rate limit exceeded').body
    : plainFailure(403, code.permissionDenied, 'temporarily banned for continuing to request while rate limited').body
}
