import { host } from '#host'
import type { Hono } from 'hono'
import type { WebSocket } from 'ws'
import { streamCandles } from '../../wire/candles.ts'
import { errorEnvelope, streamFailure, toErrorResponse } from './failure.ts'
import type { CandleStreams, Follower } from '../questions/candles/candle-stream.ts'
import { type Services, paramsOf, register } from './route.ts'

export interface CandleStreamOptions {
  /** Time for a reader that lags too far behind to take the last message. */
  lingerMs?: number
  /** Time between two pings of a websocket. */
  pingMs?: number
}

/** Close codes of RFC 6455: the client's fault, the service's fault, and the end of the service. */
const closing = { refused: 1008, failed: 1011, leaving: 1001 }

/** TCP keeps the client's connection alive: a keep-alive line could be read as a message. */
const keepAliveDelayMs = 30_000

function dropWhenLagging(follower: Follower, drop: () => void, lingerMs: number): void {
  follower.dropped.addEventListener('abort', () => host.inBackground(setTimeout(drop, lingerMs)))
}

async function* linesOf(follower: Follower, request: Request): AsyncGenerator<Uint8Array> {
  try {
    for await (const message of follower) yield host.encode(`${message}\n`)
  } catch (error) {
    yield host.encode(`${errorEnvelope(toErrorResponse(error, request).body)}\n`)
  } finally {
    follower.stop()
  }
}

/** Resolves when the message has left this process, or cannot be sent any more. */
const sent = (socket: WebSocket, message: string): Promise<void> =>
  new Promise((resolve) => socket.send(message, () => resolve()))

async function serveFrames(
  socket: WebSocket,
  request: Request,
  follow: (signal: AbortSignal) => Promise<Follower>,
  lingerMs: number,
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
    dropWhenLagging(follower, () => socket.terminate(), lingerMs)
    for await (const message of follower) await sent(socket, message)
    socket.close(closing.leaving)
  } catch (error) {
    if (gone.signal.aborted) return
    const { status, body } = toErrorResponse(error, request)
    await sent(socket, errorEnvelope(body))
    socket.close(status < 500 ? closing.refused : closing.failed)
  } finally {
    follower?.stop()
  }
}

/** Serves the candle stream (wire.md 6.6): a message a line or a text frame, refusals too. It ends after an error. */
export function routeCandleStream(
  app: Hono,
  services: Services,
  streams: CandleStreams,
  { lingerMs = 5000, pingMs = 30_000 }: CandleStreamOptions = {},
): void {
  const { send, connectionOf } = services
  const base = { 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' }
  register(app, services, streamCandles, async ({ req: { raw: request }, env }) => {
    const connection = connectionOf?.(request, env)
    const follow = async (signal: AbortSignal): Promise<Follower> =>
      streams.follow(paramsOf(streamCandles, request).candleId, signal, connection?.address)
    const upgraded = connection?.upgrade((socket) => void serveFrames(socket, request, follow, lingerMs), pingMs)
    if (upgraded) return upgraded
    try {
      const follower = await follow(request.signal)
      const headers = { ...base, 'Content-Type': 'application/x-ndjson' }
      if (request.method === 'HEAD' || request.signal.aborted) {
        follower.stop()
        return await send(request, { status: 200, headers, body: null })
      }
      request.signal.addEventListener('abort', () => follower.stop())
      connection?.keepAlive(keepAliveDelayMs)
      dropWhenLagging(follower, () => connection?.cut(), lingerMs)
      return await send(request, { status: 200, headers, body: linesOf(follower, request) })
    } catch (error) {
      return send(request, streamFailure(error, request, base))
    }
  })
}
