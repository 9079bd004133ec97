import { queryOptions } from '@tanstack/react-query'
import type { Reply } from '../../../wire/protocol/operation.ts'
import { getSpamStatistics } from '../../../wire/spam-statistics.ts'
import { ask } from '../../client/request.ts'
import { createEmitter } from '../../observable.ts'
import { observeHeight } from './block-time.ts'
import { observe } from './history/samples.ts'

/** Within this time another page reuses a response, in milliseconds. */
export const freshMs = 4_500

export type SpamReply = Reply<typeof getSpamStatistics>

/** A response about a party, received `at` Unix milliseconds of this browser. */
export interface SpamReading {
  party: string
  reply: SpamReply
  at: number
}

/** Every response that this tab has requested. */
export const spamReadings = createEmitter<SpamReading>()

/** Adds a response, of this tab or another, to the histories in memory. */
export function observeReading({ party, reply, at }: SpamReading): void {
  observe(party, reply.statistics, at)
  observeHeight(reply.statistics.pow, performance.now() - (Date.now() - at), at)
}

/** Spam statistics of a party (interface.md 4.7). The watcher polls those that a page names with `useWatched`. */
export const spamStatisticsQuery = (partyId: string) =>
  queryOptions({
    queryKey: [getSpamStatistics.name, partyId],
    queryFn: async ({ signal }): Promise<SpamReply> => {
      const reply = await ask(getSpamStatistics, { partyId }, { signal })
      const reading = { party: partyId, reply, at: Date.now() }
      observeReading(reading)
      spamReadings.emit(reading)
      return reply
    },
    staleTime: freshMs,
  })
