import { type Code, type ErrorBody, code, errorDetailType } from '../wire/protocol/error.ts'

/** The part of a failure that is sent to the caller; other failures become "Internal error" (wire.md 4.1). */
export interface FaultDetail {
  /** The network's numeric code; 10000 means "not in its table". */
  code: number
  message: string
  inner?: string
}

const messages: Partial<Record<Code, string>> = {
  [code.invalidArgument]: 'InvalidArgument error',
  [code.notFound]: 'NotFound error',
  [code.internal]: 'Internal error',
}

/** A failure with the wire's error body. One handler turns it into a response. */
export class Fault extends Error {
  override readonly name = 'Fault'
  readonly detail: FaultDetail | undefined

  /** `retryAfter`: seconds after which the same request may succeed. */
  constructor(
    readonly code: Code,
    detail?: FaultDetail | string,
    readonly retryAfter?: number,
  ) {
    super(typeof detail === 'string' ? detail : (messages[code] ?? 'Unknown error'))
    this.detail = typeof detail === 'string' ? undefined : detail
  }

  body(): ErrorBody {
    const details = this.detail ? [{ '@type': errorDetailType, inner: '', ...this.detail }] : []
    return { code: this.code, message: this.message, details }
  }
}

/** The caller's fault (400) with the network's code; 10000 where its table has none. */
export const invalid = (message: string, inner = '', detailCode = 10_000): Fault =>
  new Fault(code.invalidArgument, { code: detailCode, message, inner })

/** No such resource (404). */
export const notFound = (message: string, detailCode: number, inner = 'no resource corresponding to this id'): Fault =>
  new Fault(code.notFound, { code: detailCode, message, inner })

/** A part that the response needs is away (503); `sentence` says which and what to do. */
export const unavailable = (sentence: string): Fault => new Fault(code.unavailable, sentence)

/** Seconds after which a refused caller may try again. */
const busySeconds = 5

/** Too many concurrent requests (503 with `Retry-After`); nothing is wrong with this one. */
export const busy = (subject: string): Fault =>
  new Fault(code.unavailable, `${subject} is busy with other requests; try again in a few seconds.`, busySeconds)

/** The database ended the statement, or never finished it (503 with `Retry-After`); a smaller request may succeed. */
export const tookTooLong = (): Fault =>
  new Fault(code.unavailable, 'The database took too long for this request; ask for less.', busySeconds)

/** A failure that another node reported: its status and body are passed on unchanged. */
export class ForeignFault extends Fault {
  /** `text` is the JSON text of an error body. */
  constructor(
    readonly status: number,
    readonly text: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(code.unknown, 'reported by another node')
  }
}

/** The HTTP status and the JSON text of an error body. */
export interface Failure {
  status: number
  body: string
  headers?: Readonly<Record<string, string>>
}

export const plainFailure = (status: number, grpc: number, message: string): Failure => ({
  status,
  body: JSON.stringify({ code: grpc, message, details: [] }),
})
