import { queryOptions } from '@tanstack/react-query'
import { getSpamStatistics } from '../../../wire/spam-statistics.ts'
import { ask } from '../../client/request.ts'
import { observeHeight } from './block-time.ts'
import { pollDelay } from '../../entities/poll-delay.ts'
import { observe } from './history/samples.ts'

/** Within this time another page reuses a response. */
const freshMs = 4_500

/** Spam statistics of a party (interface.md 4.7), polled while observed; each is a reading for burn rates. */
export const spamStatisticsQuery = (partyId: string) =>
  queryOptions({
    queryKey: [getSpamStatistics.name, partyId],
    queryFn: async ({ signal }) => {
      const reply = await ask(getSpamStatistics, { partyId }, { signal })
      observe(partyId, reply.statistics, Date.now())
      observeHeight(reply.statistics.pow, performance.now(), Date.now())
      return reply
    },
    staleTime: freshMs,
    refetchInterval: ({ state }) => pollDelay(state.error !== null, document.hidden),
    refetchIntervalInBackground: true,
  })

export type SpamReply = Awaited<ReturnType<NonNullable<ReturnType<typeof spamStatisticsQuery>['queryFn']>>>
