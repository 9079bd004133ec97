import type { Failure } from '../format/failure.ts'
import { mayRetry } from '../../client/refusal.ts'

/** What `NodeFailure` is made of; `at` is now by default. */
export type FailureFacts = Omit<Failure, 'at' | 'attempt' | 'stack'> & { at?: number; cause?: unknown }

/** A request without a valid reply, as `ask` throws it. */
export class NodeFailure extends Error implements Failure {
  override readonly name = 'NodeFailure'
  declare readonly kind: Failure['kind']
  declare readonly url: string
  declare readonly at: number
  declare readonly status?: number
  declare readonly code?: number
  declare readonly detail?: NonNullable<Failure['detail']>
  declare readonly took?: number
  declare readonly until?: number
  /** Undefined when nothing was sent. Set by `ask`. */
  attempt?: number

  constructor({ message, cause, ...facts }: FailureFacts) {
    super(message, { cause })
    Object.assign(this, { at: Date.now(), ...facts })
  }
}

/** Whether the node has no such route, so that only the reader asks again. */
export const isAbsentRoute = (error: unknown): boolean => error instanceof NodeFailure && error.kind === 'absent'

/** Whether a query retries on its own. */
export const retry = (count: number, failure: unknown): boolean =>
  failure instanceof NodeFailure && mayRetry(count, failure)
