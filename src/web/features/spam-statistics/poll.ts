import { preferences } from '../../preferences/preferences.ts'
import { nodeState } from '../../api/status/node-status.ts'

const minHidden = 30_000
const hiddenFactor = 6
const minAfterFailure = 15_000
/** So that tabs and people do not come back in the same instant. */
const jitter = 2_000

/**
 * Milliseconds until a party is asked for again; false when it is not. A hidden page and a node that fails are asked
 * less often; a node that paused or banned us is asked once, when that has ended.
 */
export function pollDelay(failed: boolean, hidden: boolean, random: () => number = Math.random): number | false {
  const { live, spam } = preferences.get()
  if (!live || spam.poll === 0) return false
  const { until } = nodeState.get()
  const now = Date.now()
  if (until !== undefined && until > now) return until - now + Math.ceil(random() * jitter)
  const pace = hidden ? Math.max(minHidden, spam.poll * hiddenFactor) : spam.poll
  return failed ? Math.max(pace, minAfterFailure) : pace
}
