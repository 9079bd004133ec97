import { code } from '../../../wire/protocol/error.ts'
import { sleep } from '../../../client/timer.ts'
import { runForService } from '../../database/connection-queue.ts'
import type { Db } from '../../database/db.ts'
import { Fault, unavailable } from '../../fault.ts'
import { BadInput } from '../../sql/statement.ts'
import { withRefusal } from '../handler.ts'
import { type CandleText, readChangedCandles, readNewestCandles, partsOf } from './candles.ts'
import { findInterval, type CandleSeries } from './source.ts'

/** Buffers the messages of a feed for one reader. */
export class Follower implements AsyncIterableIterator<string> {
  readonly #overflow = new AbortController()
  /** Aborts when the buffer overflowed: the reader may not even read the final error. */
  readonly dropped: AbortSignal = this.#overflow.signal
  #messages: string[] = []
  #outcome: { error: unknown } | 'ended' | undefined
  #stopped = false
  #wake: (() => void) | undefined

  /** Holds at most `size` messages; `onStop` is called once, when the reader stops. */
  constructor(
    private readonly size: number,
    private readonly onStop: () => void,
  ) {}

  /** Adds a message. When the buffer is full, its messages are dropped and reading throws `overflow`. */
  push(message: string, overflow: unknown): void {
    if (this.#outcome) return
    if (this.#messages.length >= this.size) {
      this.#messages = []
      this.end({ error: overflow })
      this.#overflow.abort()
      return
    }
    this.#messages.push(message)
    this.#wake?.()
  }

  /** Buffered messages are still read; then reading ends, or throws. */
  end(outcome: { error: unknown } | 'ended'): void {
    this.#outcome ??= outcome
    this.#wake?.()
  }

  /** Ends a pending `next` at once and drops the buffer. */
  stop(): void {
    if (this.#stopped) return
    this.#stopped = true
    this.#messages = []
    this.#outcome = 'ended'
    this.#wake?.()
    this.onStop()
  }

  async next(): Promise<IteratorResult<string>> {
    while (this.#messages.length === 0 && !this.#outcome) {
      await new Promise<void>((resolve) => (this.#wake = resolve))
      this.#wake = undefined
    }
    const value = this.#messages.shift()
    if (value !== undefined) return { value, done: false }
    const outcome = this.#outcome
    this.#outcome = 'ended'
    if (typeof outcome === 'object') throw outcome.error
    return { value: undefined, done: true }
  }

  return(): Promise<IteratorResult<string>> {
    this.stop()
    return Promise.resolve({ value: undefined, done: true })
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}

export interface StreamOptions {
  /** Ends every stream and refuses new ones. */
  stopping?: AbortSignal | undefined
  /** Milliseconds between two reads of the database; one second on the network. */
  intervalMs?: number
  /** Concurrent streams that the network allows (wire.md 6.6). */
  maxStreams?: number
  /** Messages kept for a reader that lags. */
  bufferSize?: number
}

/** Concurrent streams of one address, so that none takes all. */
const maxPerAddress = 10

let open = 0
/** Streams that this process has open, for its metrics. */
export const openStreams = (): number => open

/** Candles of one read: several after the database was away. */
const maxCandles = 50

const refusal = { message: 'failed to subscribe to candle data', code: 60_002 }
const channelClosed = new Fault(code.internal, { code: 10_002, message: 'channel closed' })
const subscribing = 'subscribing to candles:'

const messageOf = ({ json }: CandleText): string => `{"result":{"candle":${json}}}`

class Feed {
  readonly #followers = new Set<Follower>()
  readonly #closing = new AbortController()
  #last: CandleText | undefined

  /** `read` returns what changed since the last candle sent; `onEnd` is called when no follower is left. */
  constructor(
    read: (last: CandleText | undefined, again: boolean, signal: AbortSignal) => Promise<CandleText[]>,
    intervalMs: number,
    onEnd: () => void,
  ) {
    void this.#run(read, intervalMs).finally(onEnd)
  }

  get closed(): boolean {
    return this.#closing.signal.aborted
  }

  join(follower: Follower): void {
    this.#followers.add(follower)
    if (this.#last) follower.push(messageOf(this.#last), channelClosed)
  }

  leave(follower: Follower): void {
    this.#followers.delete(follower)
    if (this.#followers.size === 0) this.#closing.abort()
  }

  async #run(read: ConstructorParameters<typeof Feed>[0], intervalMs: number): Promise<void> {
    const { signal } = this.#closing
    try {
      for (let again = false; ; again = true) {
        for (const candle of await read(this.#last, again, signal)) {
          this.#last = candle
          for (const follower of this.#followers) follower.push(messageOf(candle), channelClosed)
        }
        await sleep(intervalMs, signal)
      }
    } catch (error) {
      this.#closing.abort()
      for (const follower of this.#followers) follower.end({ error })
    }
  }
}

export type CandleStreams = ReturnType<typeof candleStreams>

/** Follows candles for many readers with one query per second and candle id. */
export function candleStreams(
  db: Db,
  { stopping, intervalMs = 1000, maxStreams = 250, bufferSize = 100 }: StreamOptions = {},
) {
  const feeds = new Map<string, Feed>()
  const followers = new Set<Follower>()
  const byAddress = new Map<string, number>()
  let starting = 0
  stopping?.addEventListener('abort', () => {
    for (const follower of followers) follower.end('ended')
  })

  const find = (candleId: string, signal: AbortSignal): Promise<CandleSeries> =>
    withRefusal(refusal, async () => {
      const { relation, marketId } = partsOf(candleId, `${subscribing}candle exists:`)
      const interval = await findInterval(db, relation, signal)
      if (!interval) throw new BadInput(`${subscribing}no candle exists for candle id:${candleId}`)
      return { interval, marketId }
    })

  function feedOf(candleId: string, followed: CandleSeries): Feed {
    const running = feeds.get(candleId)
    if (running && !running.closed) return running
    const read: ConstructorParameters<typeof Feed>[0] = (last, again, signal) =>
      withRefusal(refusal, () =>
        last
          ? readChangedCandles(db, followed, { since: last, limit: maxCandles }, signal)
          : // After a first read without candles every candle is new.
            readNewestCandles(db, followed, again ? maxCandles : 1, signal),
      )
    const forget = (): void => {
      if (feeds.get(candleId) === feed) feeds.delete(candleId)
    }
    const feed: Feed = runForService(() => new Feed(read, intervalMs, forget))
    feeds.set(candleId, feed)
    return feed
  }

  /** Counts a stream of an address; the result ends it. */
  function enter(address: string | undefined): () => void {
    const count = (address !== undefined && byAddress.get(address)) || 0
    if (followers.size + starting >= maxStreams || count >= maxPerAddress) {
      throw new Fault(code.resourceExhausted, 'client reached max subscription allowed')
    }
    if (address === undefined) return () => undefined
    byAddress.set(address, count + 1)
    return () => {
      const left = (byAddress.get(address) ?? 1) - 1
      if (left === 0) byAddress.delete(address)
      else byAddress.set(address, left)
    }
  }

  return {
    /**
     * Messages as text: the latest candle, then each that changed (wire.md 6.6). Rejects with a Fault for a bad candle id or
     * too many streams, of all or of this client address; reading throws one when the stream fails or the reader lags. The reader must call `stop()`.
     */
    async follow(candleId: string, signal: AbortSignal, address?: string): Promise<Follower> {
      if (stopping?.aborted) throw unavailable('The service is stopping.')
      const leave = enter(address)
      starting += 1
      const followed = await find(candleId, signal)
        .catch((error: unknown) => {
          leave()
          throw error
        })
        .finally(() => (starting -= 1))
      const feed = feedOf(candleId, followed)
      const follower = new Follower(bufferSize, () => {
        followers.delete(follower)
        open -= 1
        leave()
        feed.leave(follower)
      })
      followers.add(follower)
      open += 1
      feed.join(follower)
      if (stopping?.aborted) follower.end('ended')
      return follower
    },
  }
}
