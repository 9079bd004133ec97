import { setTimeout as sleep } from 'node:timers/promises'
import type { Core } from '../../core/core.ts'
import { type RateLimit, TokenBuckets } from '../../http/rate-limit.ts'
import { log } from '../../log.ts'
import type { Db } from '../../database/db.ts'
import { LiquidityWatch } from '../../liquidity-history/liquidity-watch.ts'
import { SpamWatch } from '../../spam-history/spam-watch.ts'
import type { ServeOptions } from '../command-line.ts'
import { type Source, coreOf } from './source.ts'

/** What is not read from the database alone: the core node, the watch, the tokens of addresses. */
export interface SharedParts {
  core: Core
  spamWatch: SpamWatch | undefined
  liquidityWatch: LiquidityWatch | undefined
  take: RateLimit['take'] | undefined
}

/** Begins to read the counters and the liquidity positions of these parties; nothing when there are none. */
function startWatch(parties: readonly string[] = [], core: Core, db: Db, signal: AbortSignal) {
  if (parties.length === 0) return { spamWatch: undefined, liquidityWatch: undefined }
  const clock = { now: Date.now, sleep: (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }) }
  const spamWatch = new SpamWatch(parties, core, clock)
  const liquidityWatch = new LiquidityWatch(parties, db, clock)
  void spamWatch.run(signal)
  void liquidityWatch.run(signal)
  log.info(
    `The spam counters of ${parties.length === 1 ? '1 party' : `${parties.length} parties`} are read every 5 seconds.`,
  )
  return { spamWatch, liquidityWatch }
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
  return { core, ...startWatch(watched, core, source.db, stopping), take: takeOf(options.rateLimit) }
}
