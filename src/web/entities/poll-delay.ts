import { pollInterval } from './staleness.ts'
import { preferences } from '../preferences/preferences.ts'
import { nodeState } from '../client/node-status.ts'

const minAfterFailureMs = 15_000
/** So that tabs and users do not resume in the same instant. */
const jitterMs = 2_000

/** Milliseconds until the next request, at least `minMs`; false for none. Hidden pages and failing nodes are polled less often. */
export function pollDelay(
  failed: boolean,
  hidden: boolean,
  random: () => number = Math.random,
  minMs = 0,
): number | false {
  const { live, spam } = preferences.get()
  if (!live || spam.poll === 0) return false
  const { until } = nodeState.get()
  const now = Date.now()
  if (until !== undefined && until > now) return until - now + Math.ceil(random() * jitterMs)
  const delay = pollInterval(hidden, Math.max(minMs, spam.poll))
  return failed ? Math.max(delay, minAfterFailureMs) : delay
}
