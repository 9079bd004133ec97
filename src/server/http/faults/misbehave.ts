import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { streamOf } from '../transport.ts'
import type { Misbehaviour } from './misbehaviour.ts'
import { rewriteBody } from './rewrite-body.ts'

/** The header by which an app reports that it has answered on its own. */
const [alreadySent = ''] = [...RESPONSE_ALREADY_SENT.headers.keys()]

const inBand =
  '{"error":{"code":13,"message":"Internal error","details":[{"@type":"type.googleapis.com/vega.ErrorDetail","code":260002,"message":"failed to export ledger entries","inner":"asked for by the fault switch"}]}}'

/** A client discards what it has not read yet when a reset comes, and a browser under load reads late. */
const resetDelayMs = 500

const left = (signal: AbortSignal): Promise<unknown> =>
  signal.aborted ? Promise.resolve() : new Promise((resolve) => signal.addEventListener('abort', resolve))

/** The bytes that go out: cut, sliced, followed by an error or by the end of the connection. */
async function* spoiled(
  fault: Misbehaviour,
  chunks: AsyncIterable<Uint8Array>,
  socket: Socket | undefined,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { reset = Infinity, stall = Infinity, truncate = Infinity, inBandError = Infinity } = fault
  const limit = Math.min(reset, stall, truncate, inBandError)
  const step = fault.slices === undefined ? Infinity : 1
  let sent = 0
  for await (const chunk of chunks) {
    const part = chunk.subarray(0, limit - sent)
    sent += part.byteLength
    for (let at = 0; at < part.byteLength; at += step) {
      yield part.subarray(at, at + step)
      if (fault.slices !== undefined) await wait(fault.slices)
    }
    if (sent >= limit) break
  }
  if (fault.reset !== undefined) {
    await wait(resetDelayMs)
    socket?.resetAndDestroy()
    return
  }
  if (fault.stall !== undefined) await left(signal)
  if (fault.inBandError !== undefined) yield Buffer.from(inBand)
}

/** Whether the fault replaces the real answer. */
export const refuses = ({ banned, status, text }: Misbehaviour): boolean =>
  banned !== undefined || status !== undefined || text !== undefined

function refusalOf({ banned, status, error }: Misbehaviour) {
  if (banned !== undefined) {
    const message = 'temporarily banned for continuing to request while rate limited'
    return {
      status: 403,
      headers: { 'Ratelimit-Retry-After': String(banned) },
      error: { code: 7, message, details: [] },
    }
  }
  if (status === undefined) return undefined
  const [code, message] = status === 429 ? [8, 'api request rate limit exceeded'] : [2, 'asked for by the fault switch']
  return { status, headers: {}, error: error ?? { code, message, details: [] } }
}
type Refusal = ReturnType<typeof refusalOf>

function headersOf(fault: Misbehaviour, response: Response, refusal: Refusal): Headers {
  const headers = new Headers(response.headers)
  // The tag is that of the real body.
  headers.delete('ETag')
  for (const [name, value] of Object.entries({ ...refusal?.headers, ...fault.headers })) headers.set(name, value)
  if (fault.clockSkew !== undefined) headers.set('Date', new Date(Date.now() + fault.clockSkew).toUTCString())
  if (refusal) {
    headers.set('Content-Type', 'application/json')
    headers.delete('Content-Disposition')
  }
  return headers
}

/** The text that replaces the body; undefined where the body stays. */
async function textOf(
  fault: Misbehaviour,
  request: Request,
  response: Response,
  refusal: Refusal,
): Promise<string | undefined> {
  if (fault.text !== undefined) return fault.text
  if (refusal) return JSON.stringify(refusal.error)
  const changes = fault.set ?? fault.remove ?? fault.repeatCursor ?? fault.shuffle
  return changes && rewriteBody(fault, await response.text(), request)
}

/** The response of `handle`, spoiled by the fault. `socket` is missing only where there is no connection to reset. */
export async function misbehave(
  fault: Misbehaviour,
  request: Request,
  handle: () => Promise<Response>,
  socket: Socket | undefined,
): Promise<Response> {
  const { signal } = request
  if (fault.latency !== undefined) await wait(fault.latency, undefined, { signal }).catch(() => undefined)
  if (fault.blackHole) await left(signal)
  if (fault.reset === 0) socket?.resetAndDestroy()
  if (signal.aborted) return new Response(null)

  const response = await handle()
  // The connection has become a websocket: there is no answer left to spoil.
  if (response.headers.has(alreadySent)) return response
  const refusal = refusalOf(fault)
  const text = await textOf(fault, request, response, refusal)
  let body = (response.body ?? []) as AsyncIterable<Uint8Array>
  if (text !== undefined) {
    await response.body?.cancel().catch(() => undefined)
    body = Readable.from([Buffer.from(text)])
  }
  return new Response(streamOf(spoiled(fault, body, socket, signal)), {
    status: refusal?.status ?? response.status,
    headers: headersOf(fault, response, refusal),
  })
}
