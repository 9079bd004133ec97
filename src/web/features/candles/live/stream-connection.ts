import type { Candle } from '../../../../wire/candles.ts'
import { code } from '../../../../wire/error.ts'
import { Alarm } from '../../../format/timer.ts'
import { rateLimiterOf } from '../../../api/rate-limit/limiters.ts'
import { type SocketLike, type StreamEnd, openCandleSocket } from './candle-socket.ts'
import { offersNoStream, probeStream } from './stream-support.ts'

export interface CandleLinkOptions {
  /** Base URL of the node, the key of its rate limit budget. */
  base: string
  /** The stream's HTTP URL. */
  url: string
  connect: (url: string) => SocketLike
  random: () => number
  onOpen: () => void
  onCandle: (candle: Candle) => void
  /** An open stream has ended; it will be retried. */
  onLost: () => void
}

/** How long an expected message may take before the stream counts as dead, in milliseconds. */
const gracePeriodMs = 5000
const minRetryMs = 15_000
/** After a pause or a ban, a request must succeed first; this is the interval for checking whether it did. */
const probeCheckMs = 1000
const maxRetryMs = 300_000
/** A stream that was open longer than this, in milliseconds, resets the retry backoff. */
const stableAfterMs = 60_000

/** Manages a node's candle stream: reconnects with exponential backoff. */
export class CandleLink {
  readonly #options: CandleLinkOptions
  readonly #retry = new Alarm()
  readonly #expected = new Alarm()
  #close: (() => void) | undefined
  #live = false
  #openedAt = 0
  #lastMessageAt = 0
  /** Number of consecutive streams that ended early. */
  #ends = 0
  #retryAt = -Infinity
  #resting = false
  /** The node does not know the candle id, so retrying is pointless. */
  #refused = false

  constructor(options: CandleLinkOptions) {
    this.#options = options
  }

  /** Whether the stream is open. */
  get live(): boolean {
    return this.#live
  }

  /** Time of the last message, or of opening, on the monotonic clock. */
  get lastMessageAt(): number {
    return this.#lastMessageAt
  }

  /** Opens the stream, immediately or when a retry is due. Does nothing if it is open or the node has no stream. */
  open(): void {
    this.#resting = false
    this.#try()
  }

  #try(): void {
    const { base, url, connect } = this.#options
    if (this.#close || this.#refused || offersNoStream(base)) return
    // Rate limit pauses and bans of the node apply to streams too.
    const { pausedUntil, bannedUntil, unproven } = rateLimiterOf(base).state()
    const held = Math.max(pausedUntil, bannedUntil) - Date.now()
    const wait = Math.max(held, unproven ? probeCheckMs : 0, this.#retryAt - performance.now())
    if (wait > 0) {
      this.#retry.ring(wait, () => this.#try())
      return
    }
    this.#close = openCandleSocket(url.replace(/^http/, 'ws'), connect, {
      onOpen: () => this.#opened(),
      onCandle: (candle) => this.#received(candle),
      onEnd: (end) => this.#ended(end),
    })
  }

  /** Expects a message, because a candle changed. If none arrives within `gracePeriodMs`, the stream counts as dead. */
  expect(): void {
    if (!this.#live || this.#expected.pending) return
    this.#expected.ring(gracePeriodMs, () => this.#ended({ opened: true, message: 'The stream has fallen silent.' }))
  }

  /** Stops retrying; an open stream stays open. */
  rest(): void {
    this.#resting = true
    this.#retry.clear()
    this.#expected.clear()
  }

  /** Closes the stream and stops retrying. */
  close(): void {
    this.rest()
    this.#drop()
  }

  #drop(): void {
    this.#expected.clear()
    this.#close?.()
    this.#close = undefined
    this.#live = false
  }

  #opened(): void {
    this.#live = true
    this.#openedAt = performance.now()
    this.#lastMessageAt = this.#openedAt
    this.#options.onOpen()
  }

  #received(candle: Candle): void {
    this.#lastMessageAt = performance.now()
    this.#expected.clear()
    this.#options.onCandle(candle)
  }

  #ended(end: StreamEnd): void {
    const { base, url, random, onLost } = this.#options
    this.#drop()
    if (!end.opened) void probeStream(base, url)
    if (end.code === code.invalidArgument) this.#refused = true
    const good = end.opened && performance.now() - this.#openedAt > stableAfterMs
    this.#ends = good ? 1 : this.#ends + 1
    // Jitter, so that the clients of a node do not all reconnect together after an outage.
    const wait = Math.min(minRetryMs * 2 ** (this.#ends - 1), maxRetryMs) * (0.5 + random() / 2)
    this.#retryAt = performance.now() + wait
    if (!this.#resting) this.#try()
    if (end.opened) onLost()
  }
}
