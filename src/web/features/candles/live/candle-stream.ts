import * as v from 'valibot'
import { type Candle, CandleMessage } from '../../../../wire/candles.ts'
import { code } from '../../../../wire/protocol/error.ts'
import { parseJson } from '../../../../wire/scalar.ts'
import { missingRoute, setMissingRoute } from '../../../client/node-failure.ts'
import { rateLimiterOf } from '../../../client/node-rate-limiter.ts'
import { refusalKind } from '../../../../client/refusal.ts'
import { Timer } from '../../../../client/timer.ts'

export type SocketLike = Pick<WebSocket, 'onopen' | 'onmessage' | 'onclose' | 'close'>

interface CandleStreamOptions {
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

const timeoutMs = 3000
/** How long an expected message may take before the stream counts as dead, in milliseconds. */
const gracePeriodMs = 5000
const minRetryMs = 15_000
/** After a pause or a ban, a request must succeed first; this is the interval for checking whether it did. */
const probeCheckMs = 1000
const maxRetryMs = 300_000
/** A stream that was open longer than this, in milliseconds, resets the retry backoff. */
const stableAfterMs = 60_000

/** The URL of a node's stream without the candle id: what is remembered of a node that has no such route. */
const routeOf = (url: string): string => url.replace(/\?.*/s, '')

/**
 * Detects nodes without a stream: the browser does not report why a WebSocket failed to open, but a plain HTTP request to the
 * same URL does. Nodes without the route are not tried again. The body is not read.
 */
async function probeStream(url: string): Promise<void> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const { status, statusText, body } = await fetch(url, {
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'manual',
      signal,
    })
    if (refusalKind({ status }) === 'absent')
      setMissingRoute(routeOf(url), { status, message: statusText, at: Date.now() })
    await body?.cancel()
  } catch {
    // No response is inconclusive: the stream of an inactive market sends nothing, and neither does an unreachable node.
  }
}

function readMessage(data: unknown): CandleMessage | undefined {
  if (typeof data !== 'string') return undefined
  try {
    const read = v.safeParse(CandleMessage, parseJson(data))
    return read.success ? read.output : undefined
  } catch {
    return undefined
  }
}

/** The candle stream over WebSocket (wire.md 6.6): validates messages and reconnects with exponential backoff. */
export function createCandleStream(options: CandleStreamOptions) {
  const { base, url, connect, random, onOpen, onCandle, onLost } = options
  const retry = new Timer()
  /** Ends a stream that does not open, or does not send an expected message, in time. */
  const deadline = new Timer()
  let socket: SocketLike | undefined
  /** When the stream opened; undefined while it is not open. */
  let openedAt: number | undefined
  let lastMessageAt = 0
  let ends = 0
  let retryAt = -Infinity
  let resting = false
  /** The node does not know the candle id, so retrying is pointless. */
  let refused = false

  function tryOpening(): void {
    if (socket || refused || missingRoute(routeOf(url))) return
    // Rate limit pauses and bans of the node apply to streams too.
    const { pausedUntil, bannedUntil, unproven } = rateLimiterOf(base).state()
    const pauseMs = Math.max(pausedUntil, bannedUntil) - Date.now()
    const wait = Math.max(pauseMs, unproven ? probeCheckMs : 0, retryAt - performance.now())
    if (wait > 0) return retry.start(wait, tryOpening)
    try {
      socket = connect(url.replace(/^http/, 'ws'))
    } catch {
      return end() // The browser rejects some URLs, such as ws: from an https: page.
    }
    deadline.start(timeoutMs, end)
    socket.onopen = () => {
      deadline.clear()
      openedAt = lastMessageAt = performance.now()
      onOpen()
    }
    socket.onmessage = ({ data }) => receive(data)
    socket.onclose = () => end()
  }

  function receive(data: unknown): void {
    const message = readMessage(data)
    if (!message || 'error' in message) {
      if (message?.error.code === code.invalidArgument) refused = true
      return end()
    }
    deadline.clear()
    lastMessageAt = performance.now()
    onCandle(message.result.candle)
  }

  function drop(): void {
    deadline.clear()
    openedAt = undefined
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close()
    socket = undefined
  }

  function end(): void {
    const opened = openedAt
    drop()
    if (opened === undefined) void probeStream(url)
    ends = opened !== undefined && performance.now() - opened > stableAfterMs ? 1 : ends + 1
    // Jitter, so that the clients of a node do not all reconnect together after an outage.
    const wait = Math.min(minRetryMs * 2 ** (ends - 1), maxRetryMs) * (0.5 + random() / 2)
    retryAt = performance.now() + wait
    if (!resting) tryOpening()
    if (opened !== undefined) onLost()
  }

  function rest(): void {
    resting = true
    retry.clear()
    if (openedAt !== undefined) deadline.clear()
  }

  return {
    /** Opens the stream, immediately or when a retry is due. Does nothing if it is open or the node has no stream. */
    open: (): void => {
      resting = false
      tryOpening()
    },
    isOpen: () => openedAt !== undefined,
    /** Time of the last message, or of opening, on the monotonic clock. */
    lastMessageAt: () => lastMessageAt,
    /** Expects a message, because a candle changed. If none arrives within `gracePeriodMs`, the stream counts as dead. */
    expect: (): void => {
      if (openedAt !== undefined && !deadline.pending) deadline.start(gracePeriodMs, end)
    },
    /** Stops retrying; an open stream stays open. */
    rest,
    close: (): void => {
      rest()
      drop()
    },
  }
}
