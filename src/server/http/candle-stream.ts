import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Hono } from 'hono'
import type { streamCandles } from '../../wire/candles.ts'
import { BadQuery } from '../../wire/url.ts'
import { failureOf } from './failure.ts'
import type { CandleStreams } from '../operations/candle-stream.ts'
import type { Follower } from '../operations/follower.ts'
import { type Services, paramsOf, register } from './route.ts'
import { type WebSocket, acceptWebSocket, socketOf } from './upgrade.ts'

export interface CandleStreamOptions {
  /** Milliseconds that a reader which lagged too far behind has to take the last word. */
  linger?: number
  /** Milliseconds between two pings of a websocket. */
  ping?: number
}

/** Close codes of RFC 6455: the caller's fault, ours, and the end of the service. */
const closing = { refused: 1008, failed: 1011, leaving: 1001 }

/** The client's connection is looked after by the system: a line for that purpose might be taken for a message. */
const probeAfter = 30_000

function cutLaggards(follower: Follower, cut: () => void, linger: number): void {
  follower.dropped.addEventListener('abort', () => void setTimeout(cut, linger).unref())
}

const errorOf = (body: string): string => `{"error":${body}}`

/** The lines of a body. `return` ends a reading under way, which a generator would wait for. */
function linesOf(follower: Follower, request: Request): AsyncIterable<Uint8Array> {
  const line = (message: string): IteratorResult<Uint8Array> => ({ value: Buffer.from(`${message}\n`), done: false })
  const over: IteratorResult<Uint8Array> = { value: undefined, done: true }
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        try {
          const step = await follower.next()
          if (!step.done) return line(step.value)
          follower.stop()
          return over
        } catch (error) {
          return line(errorOf(failureOf(error, request).body))
        }
      },
      return() {
        follower.stop()
        return Promise.resolve(over)
      },
    }),
  }
}

/** Resolves when the message has left this process, or never will. */
const sent = (socket: WebSocket, message: string): Promise<void> =>
  new Promise((resolve) => socket.send(message, () => resolve()))

async function serveFrames(
  socket: WebSocket,
  request: Request,
  follow: (signal: AbortSignal) => Promise<Follower>,
  linger: number,
): Promise<void> {
  const gone = new AbortController()
  let follower: Follower | undefined
  socket.once('close', () => {
    gone.abort()
    follower?.stop()
  })
  try {
    follower = await follow(gone.signal)
    if (gone.signal.aborted) return
    cutLaggards(follower, () => socket.terminate(), linger)
    for await (const message of follower) await sent(socket, message)
    socket.close(closing.leaving)
  } catch (error) {
    if (gone.signal.aborted) return
    const { status, body } = failureOf(error, request)
    await sent(socket, errorOf(body))
    socket.close(status < 500 ? closing.refused : closing.failed)
  } finally {
    follower?.stop()
  }
}

/**
 * Serves the candle stream (wire.md 6.6): one message a line without end, or over a websocket one a text frame, where
 * even a refusal is a frame, since a browser never sees why a handshake failed. After an error the stream ends.
 */
export function routeCandleStream(
  app: Hono,
  services: Services,
  op: typeof streamCandles,
  streams: CandleStreams,
  { linger = 5000, ping = 30_000 }: CandleStreamOptions = {},
): void {
  const { send } = services
  const base = { 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' }
  register(app, op, async ({ req: { raw: request }, env }) => {
    const follow = async (signal: AbortSignal): Promise<Follower> =>
      streams.follow(paramsOf(op, request).candleId, signal)
    if (acceptWebSocket(request, env, (socket) => void serveFrames(socket, request, follow, linger), ping)) {
      return RESPONSE_ALREADY_SENT
    }
    try {
      const follower = await follow(request.signal)
      const headers = { ...base, 'Content-Type': 'application/x-ndjson' }
      if (request.method === 'HEAD' || request.signal.aborted) {
        follower.stop()
        return await send(request, { status: 200, headers, body: null })
      }
      request.signal.addEventListener('abort', () => follower.stop())
      const socket = socketOf(env)
      socket?.setKeepAlive(true, probeAfter)
      cutLaggards(follower, () => socket?.destroy(), linger)
      return await send(request, { status: 200, headers, body: linesOf(follower, request) })
    } catch (error) {
      const failure = failureOf(error, request)
      const body = error instanceof BadQuery ? failure.body : errorOf(failure.body)
      const headers = { ...base, 'Content-Type': 'application/json', ...failure.headers }
      return send(request, { status: failure.status, headers, body })
    }
  })
}
