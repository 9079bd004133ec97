import { code, httpStatus } from '../../wire/error.ts'
import { BadQuery } from '../../wire/url.ts'
import { type Failure, Fault, ForeignFault, plainFailure } from '../error.ts'
import { rawPath } from './request-target.ts'

/** True when nobody waits for the answer any more, so that its failure is no news. */
const isGone = (request: Request): boolean => request.signal.aborted

/** Says a thrown value in the wire's words. What is no Fault is logged here, once, and told as "Internal error". */
export function failureOf(error: unknown, request: Request): Failure {
  if (error instanceof ForeignFault) return { status: error.status, body: error.text, headers: error.headers }
  if (error instanceof Fault) {
    const headers: Record<string, string> =
      error.retryAfter === undefined ? {} : { 'Retry-After': String(error.retryAfter) }
    return { status: httpStatus(error.code), body: JSON.stringify(error.body()), headers }
  }
  if (error instanceof BadQuery) return plainFailure(400, code.invalidArgument, error.message)
  if (!isGone(request)) console.error(`${request.method} ${rawPath(request.url)} failed:`, error)
  return plainFailure(500, code.internal, 'Internal error')
}
