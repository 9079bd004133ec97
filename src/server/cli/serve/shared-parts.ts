import { setTimeout as sleep } from 'node:timers/promises'
import type { Core } from '../../core/core.ts'
import type { RateLimit } from '../../http/rate-limit/rate-limit.ts'
import { TokenBuckets } from '../../http/rate-limit/token-buckets.ts'
import { log } from '../../log.ts'
import { SpamWatch } from '../../spam-history/spam-watch.ts'
import type { ServeOptions } from '../command-line.ts'
import { type Source, coreOf } from './source.ts'

/** What exists once, also when several processes answer. */
export interface SharedParts {
  core: Core
  spamWatch: SpamWatch | undefined
  take: RateLimit['take'] | undefined
}

/** Begins to read the counters of these parties; undefined when there are none. */
function startWatch(parties: readonly string[] = [], core: Core, signal: AbortSignal): SpamWatch | undefined {
  if (parties.length === 0) return undefined
  const clock = { now: Date.now, sleep: (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }) }
  const watch = new SpamWatch(parties, core, clock)
  void watch.run(signal)
  log.info(
    `The spam counters of ${parties.length === 1 ? '1 party' : `${parties.length} parties`} are read every 5 seconds.`,
  )
  return watch
}

function takeOf(perSecond: number | undefined): RateLimit['take'] | undefined {
  if (perSecond === undefined) return undefined
  const buckets = new TokenBuckets(perSecond)
  return (address) => buckets.take(address)
}

/** Starts them; the watch ends when `stopping` aborts. */
export function startShared(options: ServeOptions, source: Source, stopping: AbortSignal): SharedParts {
  const core = coreOf(source, options.core)
  // A running demo watches its named parties, so that its first page has rates at once.
  const named = options.demo.frozen === true ? undefined : core.knownParties?.()
  const watched = options.watch ?? named?.parties.map(({ partyId }) => partyId)
  return { core, spamWatch: startWatch(watched, core, stopping), take: takeOf(options.rateLimit) }
}
