/**
 * Why a request has no usable response. `answer`: the node refused with a status; `absent`: it has no such route; `unknown`: it
 * does not know the thing; `redirect`: it points to another address, which is not followed; `limited`, `banned`: its rate limiter;
 * `offline`: this browser has no network; `unreachable`: no connection; `malformed`: an answer that the interface does not
 * define; `fault`: an error in Lyra.
 */
export type FailureKind =
  | 'answer'
  | 'absent'
  | 'unknown'
  | 'redirect'
  | 'limited'
  | 'banned'
  | 'offline'
  | 'unreachable'
  | 'timeout'
  | 'malformed'
  | 'fault'

/** A request without a usable response. Times are Unix milliseconds of this browser. */
export interface Failure {
  readonly kind: FailureKind
  readonly message: string
  /** The full URL of the request; empty for a fault of Lyra's own. */
  readonly url: string
  /** HTTP status, if there was a response. */
  readonly status?: number
  /** gRPC code of the error body. */
  readonly code?: number
  /** The network's own description: `details[0]` of the error body (wire.md 4.1). */
  readonly detail?: { readonly code?: number; readonly message?: string; readonly inner?: string }
  readonly at: number
  /** Milliseconds from the request to the failure. */
  readonly took?: number
  /** Which attempt in a row this was, from 1. */
  readonly attempt?: number
  /** From when requests are accepted again. */
  readonly until?: number
  /** Where in the code it happened, for a fault. */
  readonly stack?: string
}

const isRecord = (error: Error & Partial<Failure>): error is Error & Failure =>
  error.kind !== undefined && error.url !== undefined && error.at !== undefined

/** The failure that a query ended with. Whatever the client did not throw is a fault of Lyra's own. */
export function failureOf(error: Error): Failure {
  if (isRecord(error)) return error
  const { name, message, stack } = error
  return { kind: 'fault', message: `${name}: ${message}`, url: '', at: Date.now(), ...(stack && { stack }) }
}

/**
 * What is known of a thing or a list: `absent` when the node has no route that would tell, `unknown` when it knows no such
 * thing, `failed` when it could not be asked.
 */
export type Presence = 'known' | 'waiting' | 'failed' | 'absent' | 'unknown'

/** Of one thing, by its data and the error of its own record; `list` is what is known of the node's list of such things. */
export function presenceOf(data: unknown, error: Error | null | undefined, list: Presence = 'absent'): Presence {
  if (data !== undefined) return 'known'
  if (!error) return 'waiting'
  const failure = failureOf(error)
  // A node answers 400 where the text cannot be an id.
  if (failure.kind === 'unknown' || failure.status === 400) return 'unknown'
  if (failure.kind !== 'absent') return 'failed'
  return list === 'known' ? 'unknown' : list
}
