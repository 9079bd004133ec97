import { setTimeout as sleep } from 'node:timers/promises'
import type { Core } from '../../core/core.ts'
import { type RateLimit, TokenBuckets } from '../../http/rate-limit.ts'
import { log } from '../../log.ts'
import { PartyWatch } from '../../core/watch/party-watch.ts'
import type { ServeOptions } from '../command-line.ts'
import type { Names } from '../watched-parties.ts'
import { type Source, coreOf } from './source.ts'

/** What is not read from the database alone: the core node, the watch, the tokens of addresses. */
export interface SharedParts {
  core: Core
  spamWatch: PartyWatch | undefined
  take: RateLimit['take'] | undefined
}

/** Begins to read the counters of these parties; nothing when there are none. */
function startWatch(
  parties: readonly string[] = [],
  names: Names | undefined,
  core: Core,
  signal: AbortSignal,
): PartyWatch | undefined {
  if (parties.length === 0) return undefined
  const clock = { now: Date.now, sleep: (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }) }
  const spamWatch = new PartyWatch(parties, core, clock, names)
  void spamWatch.run(signal)
  log.info(
    `The spam counters of ${parties.length === 1 ? '1 party' : `${parties.length} parties`} are read every 5 seconds.`,
  )
  return spamWatch
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
  return { core, spamWatch: startWatch(watched, options.names, core, stopping), take: takeOf(options.rateLimit) }
}
