import { host } from '#host'
import { parseAccept } from 'hono/utils/accept'
import type { MaybePromise } from '../recent-read.ts'
import { countedBody, currentRecord } from './request-record.ts'

/** A response before headers, compression and HEAD are applied. Chunks are streamed. */
export interface PlainResponse {
  status: number
  headers: Readonly<Record<string, string>>
  /** Bytes are sent as they are, with the encoding that `headers` name. */
  body: string | Uint8Array | AsyncIterable<Uint8Array> | null
}

/** Makes the Response of an answer and adds what every response carries (wire.md section 10). */
export type Send = (request: Request, response: PlainResponse) => MaybePromise<Response>

/** A web stream that pulls a chunk when the reader wants one and stops the source when the reader cancels. */
export function streamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  let started = false
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        started = true
        const step = await iterator.next()
        if (step.done) controller.close()
        else controller.enqueue(step.value)
      },
      async cancel() {
        // A generator that has not started skips its `finally` on return.
        if (!started) await iterator.next()
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

/** Response headers that a script of another origin may read. */
const exposed =
  'X-Block-Height, X-Block-Timestamp, X-Lyra, X-Request-Id, Ratelimit-Limit, Ratelimit-Remaining, Ratelimit-Reset, ' +
  'Ratelimit-Request-Remote-Addr, Ratelimit-Retry-After, Retry-After, Content-Disposition, Content-Length, Date'

/** Whether an Accept-Encoding allows gzip; `gzip;q=0` refuses it. */
export function acceptsGzip(header: string | null): boolean {
  const encodings = parseAccept(header?.toLowerCase() ?? '')
  const gzip = encodings.find(({ type }) => type === 'gzip' || type === 'x-gzip')
  return ((gzip ?? encodings.find(({ type }) => type === '*'))?.q ?? 0) > 0
}

/** Whether a Cache-Control forbids compression (RFC 9111, 5.2.1.6), as the dashboard's does on the service's machine. */
const forbidsTransform = (header: string | null): boolean =>
  header?.split(',').some((directive) => directive.trim().toLowerCase() === 'no-transform') === true

/** Whether the body of this request's response is to be compressed. */
export const wantsGzip = ({ headers }: Request): boolean =>
  host.gzip !== undefined &&
  acceptsGzip(headers.get('accept-encoding')) &&
  !forbidsTransform(headers.get('cache-control'))

function headersOf(request: Request, response: PlainResponse, version: string): Record<string, string> {
  const requestId = currentRecord()?.requestId
  // A second spread within a literal costs three times as much: V8 makes a shape for each of its members again.
  const headers: Record<string, string> = Object.assign(
    { Vary: 'Origin', 'X-Content-Type-Options': 'nosniff', 'X-Lyra': version },
    requestId !== undefined && { 'X-Request-Id': requestId },
    response.headers,
  )
  const origin = request.headers.get('origin')
  if (origin === null) return headers
  return { ...headers, 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposed }
}

/** The body's chunks as a stream, counted where an account of the request is kept. */
function streamedBody(chunks: AsyncIterable<Uint8Array>, { signal }: Request): ReadableStream<Uint8Array> {
  const record = currentRecord()
  if (!record) return streamOf(chunks)
  record.streaming = true
  return streamOf(countedBody(chunks, record, signal))
}

/** Text that is longer is encoded once: a socket that is given text measures it, reserves three bytes for each letter and encodes it. */
const longText = 16_384
const encoded = (body: string | Uint8Array | null): string | Uint8Array | null =>
  typeof body === 'string' && body.length > longText ? host.encode(body) : body

const lengthOf = (body: string | Uint8Array | null): number =>
  typeof body === 'string' ? host.byteLength(body) : (body?.byteLength ?? 0)

/** `version` is sent in `X-Lyra`. */
export function transport(version: string): Send {
  return (request, response) => {
    const headers = headersOf(request, response, version)
    const { status, body } = response
    const isFinished = body === null || body instanceof Uint8Array
    const gzip = !isFinished && wantsGzip(request) ? host.gzip : undefined
    if (gzip) headers['Content-Encoding'] = 'gzip'
    if (!isFinished && typeof body === 'object') {
      return new Response(streamedBody(gzip ? gzip.chunks(body) : body, request), { status, headers })
    }
    const finished = (bytes: string | Uint8Array | null): Response => {
      const length = lengthOf(bytes)
      if (request.method === 'HEAD') {
        if (bytes !== null) headers['Content-Length'] = String(length)
        return new Response(null, { status, headers })
      }
      const record = currentRecord()
      if (record) record.bytes = length
      return new Response(bytes, { status, headers })
    }
    return gzip && body !== null ? gzip.whole(body).then(finished) : finished(encoded(body))
  }
}

/** The answer to a preflight, or undefined when the request is none (wire.md 10.1). Any origin, no credentials. */
export function preflight(request: Request): Response | undefined {
  if (request.method !== 'OPTIONS') return undefined
  const method = request.headers.get('access-control-request-method')
  const origin = request.headers.get('origin')
  if (method === null || origin === null) return undefined
  const headers: Record<string, string> = {
    Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': 'GET, HEAD',
    'Access-Control-Max-Age': '7200',
  }
  const requested = request.headers.get('access-control-request-headers')
  if (requested) headers['Access-Control-Allow-Headers'] = requested
  return new Response(null, { status: 204, headers })
}
