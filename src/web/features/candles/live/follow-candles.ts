import { type Candle, streamCandles } from '../../../../wire/candles.ts'
import { Alarm } from '../../../format/timer.ts'
import { requestUrl } from '../../../client/request.ts'
import { nodeState } from '../../../client/node-status.ts'
import { askCandles } from '../data/query.ts'
import { createIntake } from './candle-intake.ts'
import { createCandleStream, type SocketLike } from './candle-stream.ts'

/** The current source of candles, and the error of the last request, if it failed. */
export interface FollowState {
  source: 'stream' | 'polling'
  failure?: Error
}

export interface FollowOptions {
  /**
   * Returns false while nothing should update, for example when the page is hidden. Checked twice a second and on visibility
   * changes. Missed candles are read once it returns true again.
   */
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
 * Follows the candles of a candle id from the newest loaded one: through the node's candle stream while it is open (wire.md
 * 6.6), otherwise by polling. `since` returns the start of the newest loaded candle (Unix nanoseconds), undefined if there is
 * none. `onCandles` receives candles in ascending order, of which the first ones may already be loaded; it must store them
 * before it returns. Returns a function that stops following.
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
  /** Timer of the next read or stream check. */
  const next = new Alarm()
  const release = new Alarm()
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

  /** Schedules the next read, or starts it if it is due. */
  function schedule(): void {
    if (paused || reading) return
    let due = readAt + pollMs
    if (failures > 0) due = readAt + Math.min(pollMs * 2 ** failures, maxPollMs)
    else if (stream.isOpen() && !intake.isBehind()) due = Math.max(readAt, stream.lastMessageAt()) + silenceMs
    const wait = due - performance.now()
    if (wait > 0) next.ring(wait, schedule)
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
    release.ring(closeAfterMs, () => {
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
