import { code, httpStatus } from '../../wire/protocol/error.ts'
import { BadQuery } from '../../wire/protocol/url.ts'
import { type Failure, Fault, ForeignFault, plainFailure } from '../fault.ts'
import { log, printable } from '../log.ts'
import { rawPath } from './raw-url.ts'
import { type PlainResponse, preflight, type Send } from './transport.ts'
import type { Hono } from 'hono'

/** Maps a thrown value to a status and an error body. What is no Fault is logged and answered as "Internal error". */
export function toErrorResponse(error: unknown, request: Request): Failure {
  if (error instanceof ForeignFault) return { status: error.status, body: error.text, headers: error.headers }
  if (error instanceof Fault) {
    // Nothing else tells who runs the service that files of the database are gone or damaged, or that it has no room.
    const broken = /ERROR: .* \(SQLSTATE (?:53|58|XX)\w{3}\)$/s.exec(error.detail?.inner ?? '')
    if (broken && !request.signal.aborted)
      log.error(`${request.method} ${rawPath(request.url)} failed: ${printable(broken[0])}`)
    const headers: Record<string, string> =
      error.retryAfter === undefined ? {} : { 'Retry-After': String(error.retryAfter) }
    return { status: httpStatus(error.code), body: JSON.stringify(error.body()), headers }
  }
  if (error instanceof BadQuery) return plainFailure(400, code.invalidArgument, error.message)
  // A failure is not logged once the client has disconnected.
  if (!request.signal.aborted) log.error(`${request.method} ${rawPath(request.url)} failed:`, error)
  return plainFailure(500, code.internal, 'Internal error')
}

/** An error as a stream or a file carries it (wire.md 5.4). */
export const errorEnvelope = (body: string): string => `{"error":${body}}`

/** The answer of a stream or a file that failed before its first byte. A query that cannot be read has no envelope. */
export function streamFailure(error: unknown, request: Request, headers: Record<string, string>): PlainResponse {
  const failure = toErrorResponse(error, request)
  return {
    status: failure.status,
    headers: { ...headers, 'Content-Type': 'application/json', ...failure.headers },
    body: error instanceof BadQuery ? failure.body : errorEnvelope(failure.body),
  }
}

/** A file or a page of the dashboard at an address; undefined where there is none. */
export type Files = (url: string, headers: Headers, env: unknown) => Promise<Response | undefined>

const headers = { 'Content-Type': 'application/json' }

/** What no route matches: a preflight, a wrong method (405, `Allow`), the dashboard, an unknown path (404), a defect (500). */
export function fallbackRoute(app: Hono, { send }: { send: Send }, files?: Files): void {
  app.notFound(async ({ env, req: { raw: request, path } }) => {
    const permission = preflight(request)
    if (permission) return permission
    if (request.method === 'GET' || request.method === 'HEAD') {
      const response = await files?.(request.url, request.headers, env)
      if (response) return response
    } else {
      const file = await files?.(request.url, new Headers(), env)
      await file?.body?.cancel()
      if (file || app.router.match('GET', path)[0].length > 0) {
        const failure = plainFailure(405, code.unimplemented, 'Method Not Allowed')
        return send(request, { ...failure, headers: { ...headers, Allow: 'GET, HEAD' } })
      }
    }
    return send(request, { ...plainFailure(404, code.notFound, 'Not Found'), headers })
  })
  app.onError((error, { req: { raw: request } }) => {
    const failure = toErrorResponse(error, request)
    return send(request, { ...failure, headers: { ...headers, ...failure.headers } })
  })
}
