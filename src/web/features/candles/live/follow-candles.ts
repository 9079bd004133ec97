import { blockInterval, intervalLength } from '../../../../wire/candle-interval.ts'
import { type Candle, parseCandleId, streamCandles } from '../../../../wire/candles.ts'
import { nodeState } from '../../../client/node-status.ts'
import { requestUrl } from '../../../client/request.ts'
import { serverNow } from '../../../client/server-clock.ts'
import { Timer } from '../../../../client/timer.ts'
import { isNewer } from '../data/merge-candles.ts'
import { askCandles, pageRequest } from '../data/query.ts'
import { createCandleStream, type SocketLike } from './candle-stream.ts'

const pageSize = 1000

interface IntakeOptions {
  candleId: string
  /** Start of the newest loaded candle (Unix nanoseconds); undefined if there is none. */
  since: () => string | undefined
  onCandles: (candles: Candle[]) => void
  ask: typeof askCandles
}

/** Holds streamed candles back while others may have been missed, so that each candle arrives in its final state. */
function createIntake({ candleId, since, onCandles, ask }: IntakeOptions) {
  const interval = parseCandleId(candleId)?.interval ?? ''
  let behind = false
  /** The current stream has not delivered the newest loaded candle yet. */
  let fresh = true
  let newest: Candle | undefined
  let reading: AbortSignal | undefined
  /** Streamed candles that wait for a read, by start. */
  const buffered = new Map<string, Candle>()

  function deliver(candles: Candle[]): void {
    const last = candles.at(-1)
    if (last && isNewer(last, newest)) newest = last
    onCandles(candles)
  }

  /** Whether nothing can be missing between two streamed candles: Lyra streams a period's final state before the next one. */
  const adjoin = (earlier: string, later: string): boolean =>
    nodeState.get().lyra && (interval === blockInterval || BigInt(later) - BigInt(earlier) === intervalLength(interval))

  /** Delivers a streamed candle, or holds it back. */
  function take(candle: Candle): void {
    if (!behind && !reading) {
      const last = since()
      // A stream's first candle does not imply that the previous period's final state was received.
      const follows = last !== undefined && !fresh && adjoin(last, candle.start)
      if (candle.start === last) fresh = false
      if (!isNewer(candle, newest)) return
      if (candle.start === last || follows) return deliver([candle])
      behind = true
    }
    buffered.set(candle.start, candle)
  }

  async function readPages(signal: AbortSignal): Promise<void> {
    for (let more = true; more;) {
      const from = since()
      const param = from === undefined ? { first: pageSize } : { first: pageSize, from }
      const { edges, pageInfo } = await ask(pageRequest(candleId, param, serverNow()), signal)
      signal.throwIfAborted()
      const candles = edges.map(({ node }) => node)
      if (from === undefined) candles.reverse()
      if (candles.length > 0) deliver(candles)
      // Stop if a page brings nothing new: a node that repeats pages would cause an endless loop.
      more = pageInfo.hasNextPage && from !== undefined && since() !== from
    }
  }

  return {
    isBehind: () => behind,
    take,
    /** A stream was opened; it does not contain earlier changes. */
    opened: (): void => {
      fresh = behind = true
    },
    missed: (): void => {
      behind = true
      reading = undefined
      buffered.clear()
    },
    /** Reads from the newest loaded candle on. True if that found more than the stream had sent. Rejects with errors of `ask`. */
    read: async (signal: AbortSignal): Promise<boolean> => {
      reading = signal
      const streamed = [...buffered.values()].reduce((a, b) => (isNewer(b, a) ? b : a), newest)
      try {
        await readPages(signal)
        behind = false
        return streamed !== undefined && newest !== undefined && isNewer(newest, streamed)
      } finally {
        if (reading === signal) {
          reading = undefined
          const arrived = [...buffered.values()]
          buffered.clear()
          for (const candle of arrived) take(candle)
        }
      }
    },
  }
}

/** The current source of candles, and the error of the last request, if it failed. */
export interface FollowState {
  source: 'stream' | 'polling'
  failure?: Error
}

interface FollowOptions {
  /** False while nothing should update, such as on a hidden page; what was missed is read once it is true again. */
  allowed?: () => boolean
  /** Called on every change. The initial state is polling. */
  onState?: (state: FollowState) => void
  /** Dependencies that tests replace: network and randomness. */
  places?: { ask?: typeof askCandles; connect?: (url: string) => SocketLike; random?: () => number }
}

/** Polling interval without a stream, in milliseconds. */
const pollMs = 2000
const maxPollMs = 30_000
/** After this many milliseconds without a message, the stream is checked with a request. */
const silenceMs = 15_000
/** The stream is closed when a pause exceeds this many milliseconds. */
const closeAfterMs = 10_000
const checkIntervalMs = 500

/**
 * Follows a candle id from `since`, the start of the newest loaded candle: by the node's stream (wire.md 6.6), else by polling.
 * `onCandles` gets ascending candles, some of them loaded already, and stores them at once. Returns the end of it.
 */
export function followCandles(
  candleId: string,
  since: () => string | undefined,
  onCandles: (candles: Candle[]) => void,
  { allowed = () => true, onState = () => undefined, places = {} }: FollowOptions = {},
): () => void {
  const { base } = nodeState.get()
  const { connect = (url) => new WebSocket(url), random = Math.random } = places
  const ask = places.ask ?? ((request, signal) => askCandles(request, signal, base))
  const intake = createIntake({ candleId, since, onCandles, ask })
  const url = requestUrl(streamCandles, { candleId })
  const stream = createCandleStream({ base, url, connect, random, onOpen, onCandle, onLost })
  const next = new Timer()
  const release = new Timer()
  let state: FollowState = { source: 'polling' }
  let paused = false
  let reading: AbortController | undefined
  let readAt = performance.now()
  let failures = 0

  function report(failure: Error | undefined): void {
    const source = stream.isOpen() ? 'stream' : 'polling'
    if (source === state.source && failure === state.failure) return
    state = { source, ...(failure && { failure }) }
    onState(state)
  }

  async function read(): Promise<void> {
    if (paused || reading) return
    next.clear()
    const control = (reading = new AbortController())
    const lastMessageAt = stream.lastMessageAt()
    let failure: Error | undefined
    try {
      const news = await intake.read(control.signal)
      // The response contained something the stream has not sent yet.
      if (news && stream.lastMessageAt() === lastMessageAt) stream.expect()
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error))
    }
    if (control.signal.aborted) return
    reading = undefined
    readAt = performance.now()
    failures = failure ? failures + 1 : 0
    report(failure)
    schedule()
  }

  function abortRead(): void {
    reading?.abort()
    reading = undefined
  }

  function schedule(): void {
    if (paused || reading) return
    let due = readAt + pollMs
    if (failures > 0) due = readAt + Math.min(pollMs * 2 ** failures, maxPollMs)
    else if (stream.isOpen() && !intake.isBehind()) due = Math.max(readAt, stream.lastMessageAt()) + silenceMs
    const wait = due - performance.now()
    if (wait > 0) next.start(wait, schedule)
    else void read()
  }

  function onOpen(): void {
    intake.opened()
    abortRead()
    // If there are candles, the node sends the latest one right after opening.
    if (since() !== undefined && !paused) stream.expect()
    void read()
  }

  function onCandle(candle: Candle): void {
    if (paused) return
    intake.take(candle)
    if (intake.isBehind()) schedule()
  }

  function onLost(): void {
    report(state.failure)
    void read()
  }

  function pause(): void {
    paused = true
    abortRead()
    intake.missed()
    next.clear()
    stream.rest()
    release.start(closeAfterMs, () => {
      stream.close()
      // Nothing is read any more, so the failure of the last read says nothing about the node.
      report(undefined)
    })
  }

  function check(): void {
    if (allowed() !== paused) return
    if (!paused) return pause()
    paused = false
    release.clear()
    stream.open()
    void read()
  }

  const timer = setInterval(check, checkIntervalMs)
  const page = typeof document === 'undefined' ? undefined : document
  page?.addEventListener('visibilitychange', check)
  if (allowed()) {
    stream.open()
    schedule()
  } else pause()
  return () => {
    clearInterval(timer)
    page?.removeEventListener('visibilitychange', check)
    pause()
    release.clear()
    stream.close()
  }
}
