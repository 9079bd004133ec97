import { promisify } from 'node:util'
import { gzip as gzipCallback, gzipSync } from 'node:zlib'
import { parseAccept } from 'hono/utils/accept'
import { gzipChunks, gzipLevel, streamOf } from './stream.ts'

/** A response before headers, compression and HEAD are applied. Chunks are streamed. */
export interface Answer {
  status: number
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array | AsyncIterable<Uint8Array> | null
}

/** Makes the Response of an answer and adds what every response carries (wire.md section 10). */
export type Send = (request: Request, answer: Answer) => Promise<Response>

/** Larger bodies are compressed in another thread; for smaller ones the handover costs more than 0.1 ms of work. */
const inlineBytes = 32_768
const gzip = promisify(gzipCallback)

/** Response headers that a script of another origin may read. */
const exposed = [
  'X-Block-Height',
  'X-Block-Timestamp',
  'X-Lyra',
  'Ratelimit-Limit',
  'Ratelimit-Remaining',
  'Ratelimit-Reset',
  'Ratelimit-Request-Remote-Addr',
  'Ratelimit-Retry-After',
  'Retry-After',
  'Content-Disposition',
  'Content-Length',
  'Date',
].join(', ')

/** Whether an Accept-Encoding allows gzip; `gzip;q=0` refuses it. */
export function acceptsGzip(header: string | null): boolean {
  const encodings = parseAccept(header?.toLowerCase() ?? '')
  const gzip = encodings.find(({ type }) => type === 'gzip' || type === 'x-gzip')
  return ((gzip ?? encodings.find(({ type }) => type === '*'))?.q ?? 0) > 0
}

/** Whether a Cache-Control forbids compression (RFC 9111, 5.2.1.6), as the dashboard's does on the service's machine. */
const forbidsTransform = (header: string | null): boolean =>
  header?.split(',').some((directive) => directive.trim().toLowerCase() === 'no-transform') === true

const isChunks = (body: Answer['body']): body is AsyncIterable<Uint8Array> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body

/** `version` is sent in `X-Lyra`. */
export function transport(version: string): Send {
  return async (request, answer) => {
    const headers: Record<string, string> = {
      Vary: 'Origin',
      'X-Content-Type-Options': 'nosniff',
      'X-Lyra': version,
      ...answer.headers,
    }
    const origin = request.headers.get('origin')
    if (origin !== null) {
      headers['Access-Control-Allow-Origin'] = origin
      headers['Access-Control-Expose-Headers'] = exposed
    }
    const { status } = answer
    let { body } = answer
    const packed =
      body !== null &&
      acceptsGzip(request.headers.get('accept-encoding')) &&
      !forbidsTransform(request.headers.get('cache-control'))
    if (packed) headers['Content-Encoding'] = 'gzip'
    if (isChunks(body)) {
      return new Response(streamOf(packed ? gzipChunks(body) : body), { status, headers })
    }
    if (packed && body !== null) {
      const bytes = typeof body === 'string' ? Buffer.from(body) : body
      body =
        bytes.byteLength <= inlineBytes
          ? gzipSync(bytes, { level: gzipLevel })
          : await gzip(bytes, { level: gzipLevel })
    }
    if (request.method === 'HEAD') {
      if (body !== null) headers['Content-Length'] = String(Buffer.byteLength(body))
      body = null
    }
    return new Response(body, { status, headers })
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
