import { code, httpStatus } from '../../wire/error.ts'
import { BadQuery } from '../../wire/url.ts'
import { Fault } from '../error.ts'
import { rawPath } from './request-target.ts'

/** A failure that another node answered: its status and its body go out as they came in. */
export class ForeignFault extends Fault {
  readonly status: number
  /** JSON text of an error body. */
  readonly text: string
  /** Header lines that belong to it. */
  readonly headers: Readonly<Record<string, string>>
  constructor(status: number, text: string, headers: Readonly<Record<string, string>> = {}) {
    super(code.unknown, 'answered by another node')
    this.status = status
    this.text = text
    this.headers = headers
  }
}

/** The HTTP status and the JSON text of an error body (interface.md 2.7). */
export interface Failure {
  status: number
  body: string
  /** What its header lines say besides. */
  headers?: Readonly<Record<string, string>>
}

export const plainFailure = (status: number, grpc: number, message: string): Failure => ({
  status,
  body: JSON.stringify({ code: grpc, message, details: [] }),
})

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
