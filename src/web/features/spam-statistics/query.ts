import { queryOptions } from '@tanstack/react-query'
import type { Reply } from '../../../wire/protocol/operation.ts'
import { getSpamStatistics } from '../../../wire/spam-statistics.ts'
import { ask } from '../../client/request.ts'
import { createEmitter } from '../../observable.ts'

/** Within this time another page reuses a response, in milliseconds. */
export const freshMs = 4_500

/** So many parties are requested right away on a new page, where somebody waits for them: the network allows a burst. */
export const promptParties = 16

export type SpamReply = Reply<typeof getSpamStatistics>

/** A response about a party, received `at` Unix milliseconds of this browser. */
export interface SpamReading {
  party: string
  reply: SpamReply
  at: number
}

/** Every response that this tab has requested. */
export const spamReadings = createEmitter<SpamReading>()

const early: SpamReading[] = []
let observe = (reading: SpamReading): void => void early.push(reading)

/** Has every response observed before anything else happens with it, also those that came before the code that does so. */
export function observeReadings(next: (reading: SpamReading) => void): void {
  observe = next
  early.splice(0).forEach(next)
}

/** Spam statistics of a party. The watcher polls those that a page names with `useWatched`. */
export const spamStatisticsQuery = (partyId: string) =>
  queryOptions({
    queryKey: [getSpamStatistics.name, partyId],
    queryFn: async ({ signal }): Promise<SpamReply> => {
      const reply = await ask(getSpamStatistics, { partyId }, { signal })
      const reading = { party: partyId, reply, at: Date.now() }
      observe(reading)
      spamReadings.emit(reading)
      return reply
    },
    staleTime: freshMs,
  })
