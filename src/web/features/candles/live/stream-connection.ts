import type { Candle } from '../../../../wire/candles.ts'
import { code } from '../../../../wire/error.ts'
import { Alarm } from '../../../format/timer.ts'
import { budgetOf } from '../../../api/rate-limit/limiters.ts'
import { type SocketLike, type StreamEnd, openCandleSocket } from './candle-socket.ts'
import { offersNoStream, probeStream } from './stream-support.ts'

export interface CandleLinkOptions {
  /** The node, as the budget names it. */
  base: string
  /** The stream's http address. */
  url: string
  connect: (url: string) => SocketLike
  random: () => number
  onOpen: () => void
  onCandle: (candle: Candle) => void
  /** An open stream has ended; it is tried again later. */
  onLost: () => void
}

/** How long a stream may take to say what there is to say. */
const grace = 5000
const firstRetry = 15_000
/** After a pause or a ban a request goes ahead, and the stream looks again so often whether it was answered well. */
const afterHold = 1000
const longestRetry = 300_000
/** A stream that lived so long was a good one. */
const goodLife = 60_000

/** The candle stream of a node as something that is there or not: tried again and again, ever less often. */
export class CandleLink {
  readonly #options: CandleLinkOptions
  readonly #retry = new Alarm()
  readonly #expected = new Alarm()
  #close: (() => void) | undefined
  #live = false
  #openedAt = 0
  #saidAt = 0
  /** Streams that ended early, one after another. */
  #ends = 0
  #retryAt = -Infinity
  #resting = false
  /** The node knows no such candle id: there is nothing to try again. */
  #refused = false

  constructor(options: CandleLinkOptions) {
    this.#options = options
  }

  /** The stream is open. */
  get live(): boolean {
    return this.#live
  }

  /** When the stream opened or last said something, by the monotonic clock. */
  get saidAt(): number {
    return this.#saidAt
  }

  /** Opens the stream, now or when it may be tried. Does nothing while it is open or where there is none. */
  open(): void {
    this.#resting = false
    this.#try()
  }

  #try(): void {
    const { base, url, connect } = this.#options
    if (this.#close || this.#refused || offersNoStream(base)) return
    // While the node wants silence, a stream is not asked for either.
    const { pausedUntil, bannedUntil, unproven } = budgetOf(base).state()
    const held = Math.max(pausedUntil, bannedUntil) - Date.now()
    const wait = Math.max(held, unproven ? afterHold : 0, this.#retryAt - performance.now())
    if (wait > 0) {
      this.#retry.ring(wait, () => this.#try())
      return
    }
    this.#close = openCandleSocket(url.replace(/^http/, 'ws'), connect, {
      onOpen: () => this.#opened(),
      onCandle: (candle) => this.#said(candle),
      onEnd: (end) => this.#ended(end),
    })
  }

  /** A stream that says nothing soon is taken for dead: something has happened that it must tell. */
  expect(): void {
    if (!this.#live || this.#expected.pending) return
    this.#expected.ring(grace, () => this.#ended({ opened: true, message: 'The stream has fallen silent.' }))
  }

  /** Stops trying; an open stream stays. */
  rest(): void {
    this.#resting = true
    this.#retry.clear()
    this.#expected.clear()
  }

  /** Lets the stream go. */
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
    this.#saidAt = this.#openedAt
    this.#options.onOpen()
  }

  #said(candle: Candle): void {
    this.#saidAt = performance.now()
    this.#expected.clear()
    this.#options.onCandle(candle)
  }

  #ended(end: StreamEnd): void {
    const { base, url, random, onLost } = this.#options
    this.#drop()
    if (!end.opened) void probeStream(base, url)
    if (end.code === code.invalidArgument) this.#refused = true
    const good = end.opened && performance.now() - this.#openedAt > goodLife
    this.#ends = good ? 1 : this.#ends + 1
    // At random, so that the readers of a node that was away do not come back together.
    const wait = Math.min(firstRetry * 2 ** (this.#ends - 1), longestRetry) * (0.5 + random() / 2)
    this.#retryAt = performance.now() + wait
    if (!this.#resting) this.#try()
    if (end.opened) onLost()
  }
}
