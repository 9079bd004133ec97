import { getSpamHistory, sampledCounters, type SpamSample } from '../../../../wire/spam-history.ts'
import { ask } from '../../../client/request.ts'
import { isAbsentRoute } from '../../../client/node-failure.ts'
import { nodeState } from '../../../client/node-status.ts'
import { fromRfc3339 } from '../../../../wire/rfc3339.ts'
import { toMilliseconds } from '../../../format/time.ts'
import { type History, merge } from './history.ts'
import type { Run } from '../../../../wire/spam/spam-pace.ts'

const nothing: History = {}

/** The parties that a node keeps readings of; requested once for each node. */
const watchedBy = new Map<string, Promise<ReadonlySet<string>>>()

/** A node without this operation keeps nothing. After another failure the next call asks again. */
async function requestWatched(base: string): Promise<ReadonlySet<string>> {
  try {
    return new Set((await ask(getSpamHistory, {}, { base })).watched)
  } catch (error) {
    if (!isAbsentRoute(error)) watchedBy.delete(base)
    return new Set()
  }
}

function watchedParties(base: string): Promise<ReadonlySet<string>> {
  const known = watchedBy.get(base)
  if (known) return known
  const requested = requestWatched(base)
  watchedBy.set(base, requested)
  return requested
}

/** A time of the node's clock in Unix milliseconds of this browser; undefined when it cannot be read. */
function localTime(text: string, offset: number): number | undefined {
  const ns = fromRfc3339(text)
  return ns === undefined ? undefined : toMilliseconds(ns) - offset
}

/** The samples as runs of each counter. `offset`: milliseconds that the node's clock is ahead of this browser's. */
export function historyOfSamples(samples: readonly SpamSample[], offset: number): History {
  const timed = samples.flatMap((sample) => {
    const [from, to] = [localTime(sample.time, offset), localTime(sample.until, offset)]
    return from === undefined || to === undefined ? [] : [{ ...sample, from, to: Math.max(from, to) }]
  })
  return Object.fromEntries(
    sampledCounters.map((name) => {
      const runs = timed.flatMap(({ counters, epochSeq: epoch, from, to, readings: looks }): Run[] => {
        const counter = counters[name]
        if (!counter) return []
        const { used, max: most, bannedUntil } = counter
        const until = bannedUntil === undefined ? undefined : localTime(bannedUntil, 0)
        const ban = until === undefined || until <= 0 ? {} : { bannedUntil: until }
        return [{ from, to, epoch, used, most, looks, kept: true, ...ban }]
      })
      return [name, merge([], runs)]
    }),
  )
}

/** What Lyra's own service has read of a party in this epoch; empty where the node keeps nothing or does not answer. */
export async function readNodeHistory(base: string, partyId: string): Promise<History> {
  if (!nodeState.get().lyra || !(await watchedParties(base)).has(partyId)) return nothing
  try {
    const { samples, now } = await ask(getSpamHistory, { partyId }, { base })
    const nodeTime = localTime(now, 0)
    return nodeTime === undefined ? nothing : historyOfSamples(samples, nodeTime - Date.now())
  } catch {
    return nothing
  }
}
