import type { Failure } from '../format/failure.ts'
import { mayRetry } from '../../client/refusal.ts'
import * as v from 'valibot'
import { storedValue } from '../stored-value.ts'

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

const Missing = v.object({
  status: v.number(),
  message: v.string(),
  /** Unix milliseconds of this browser. */
  at: v.number(),
})
/** How a node said that it does not have a route. */
type MissingRoute = v.InferOutput<typeof Missing>

const maxRoutes = 100
/** Milliseconds after which a node may have been upgraded. */
const maxAgeMs = 3_600_000

const stored = storedValue('sessionStorage', 'lyra.missing', v.record(v.string(), Missing))
let routes = stored.get() ?? {}

function replace(next: typeof routes): void {
  routes = next
  stored.set(next)
}

/** Remembers for this session of the tab, at most an hour, that a node has nothing at this URL. */
export function setMissingRoute(url: string, found: MissingRoute): void {
  replace(Object.fromEntries([...Object.entries(routes), [url, found] as const].slice(-maxRoutes)))
}

/** What is remembered of a URL. */
export function missingRoute(url: string): MissingRoute | undefined {
  const found = routes[url]
  return found && Math.abs(Date.now() - found.at) < maxAgeMs ? found : undefined
}

export function forgetMissingRoute(url: string): void {
  const { [url]: found, ...others } = routes
  if (found) replace(others)
}
