import { type Candle, streamCandles } from '../../../../wire/candles.ts'
import { Alarm } from '../../../format/timer.ts'
import { Intake } from './stream-merge.ts'
import { CandleLink } from './stream-connection.ts'
import type { SocketLike } from './candle-socket.ts'
import { askCandles } from '../data/query.ts'
import { requestUrl } from '../../../api/client.ts'
import { nodeState } from '../../../api/status/node-status.ts'

/** The current source of candles, and the error of the last request, if it failed. */
export interface FollowState {
  source: 'stream' | 'polling'
  failure?: Error
}

/** Dependencies that tests replace: network and randomness. */
export interface FollowPlaces {
  ask: typeof askCandles
  connect: (url: string) => SocketLike
  random: () => number
}

export interface FollowingOptions {
  candleId: string
  since: () => string | undefined
  onCandles: (candles: Candle[]) => void
  onState: (state: FollowState) => void
  places: Partial<FollowPlaces>
}

/** Polling interval without a stream, in milliseconds. */
const pollMs = 2000
const maxPollMs = 30_000
/** After this many milliseconds without a message, the stream is checked with a request. */
const silenceMs = 15_000
/** The stream is closed when a pause exceeds this many milliseconds. */
const closeAfterMs = 10_000

/** Follows candles through the stream while it is open, otherwise by polling. */
export class Following {
  readonly #onState: (state: FollowState) => void
  readonly #since: () => string | undefined
  readonly #intake: Intake
  readonly #link: CandleLink
  /** Timer of the next read or stream check. */
  readonly #next = new Alarm()
  readonly #release = new Alarm()
  #paused = false
  #reading: AbortController | undefined
  #readAt = performance.now()
  #failures = 0
  #state: FollowState = { source: 'polling' }

  constructor({ candleId, since, onCandles, onState, places }: FollowingOptions) {
    const { base } = nodeState.get()
    const {
      ask = (request, signal) => askCandles(request, signal, base),
      connect = (url) => new WebSocket(url),
      random = Math.random,
    } = places
    this.#onState = onState
    this.#since = since
    this.#intake = new Intake({ candleId, since, onCandles, ask, complete: () => nodeState.get().lyra })
    this.#link = new CandleLink({
      base,
      url: requestUrl(streamCandles, { candleId }),
      connect,
      random,
      onOpen: () => this.#opened(),
      onCandle: (candle) => this.#take(candle),
      onLost: () => this.#lost(),
    })
  }

  get paused(): boolean {
    return this.#paused
  }

  start(): void {
    this.#link.open()
    this.#schedule()
  }

  pause(): void {
    this.#paused = true
    this.#reading?.abort()
    this.#reading = undefined
    this.#intake.missed()
    this.#next.clear()
    this.#link.rest()
    this.#release.ring(closeAfterMs, () => {
      this.#link.close()
      // Nothing is read any more, so the failure of the last read says nothing about the node.
      this.#report(undefined)
    })
  }

  resume(): void {
    this.#paused = false
    this.#release.clear()
    this.#link.open()
    void this.#read()
  }

  stop(): void {
    this.pause()
    this.#release.clear()
    this.#link.close()
  }

  #opened(): void {
    this.#intake.opened()
    // If there are candles, the node sends the latest one right after opening.
    if (this.#since() !== undefined && !this.#paused) this.#link.expect()
    void this.#read()
  }

  #take(candle: Candle): void {
    if (this.#paused) return
    this.#intake.take(candle)
    if (this.#intake.waiting) this.#schedule()
  }

  #lost(): void {
    this.#report(this.#state.failure)
    void this.#read()
  }

  #check(): void {
    if (this.#link.live && !this.#intake.waiting && performance.now() - this.#link.lastMessageAt < silenceMs)
      this.#schedule()
    else void this.#read()
  }

  /** Schedules the next read. */
  #schedule(): void {
    if (this.#paused || this.#reading) return
    const { live, lastMessageAt } = this.#link
    let due = this.#readAt + pollMs
    if (this.#failures > 0) due = this.#readAt + Math.min(pollMs * 2 ** this.#failures, maxPollMs)
    else if (live && !this.#intake.waiting) due = Math.max(this.#readAt, lastMessageAt) + silenceMs
    this.#next.ring(Math.max(0, due - performance.now()), () => this.#check())
  }

  async #read(): Promise<void> {
    if (this.#paused || this.#reading) return
    this.#next.clear()
    const reading = (this.#reading = new AbortController())
    const { lastMessageAt } = this.#link
    let failure: Error | undefined
    try {
      const news = await this.#intake.read(reading.signal)
      // The response contained something the stream has not sent yet.
      if (news && !reading.signal.aborted && this.#link.lastMessageAt === lastMessageAt) this.#link.expect()
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error))
    }
    if (reading.signal.aborted) return
    this.#reading = undefined
    this.#readAt = performance.now()
    this.#failures = failure ? this.#failures + 1 : 0
    this.#report(failure)
    this.#schedule()
  }

  #report(failure: Error | undefined): void {
    const source = this.#link.live ? 'stream' : 'polling'
    if (source === this.#state.source && failure === this.#state.failure) return
    this.#state = { source, ...(failure ? { failure } : {}) }
    this.#onState(this.#state)
  }
}
