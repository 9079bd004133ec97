import { queryOptions } from '@tanstack/react-query'
import { getSpamStatistics } from '../../../wire/spam-statistics.ts'
import { ask } from '../../api/client.ts'
import { observeHeight } from './block-time.ts'
import { pollDelay } from './poll.ts'
import { observe } from './history/samples.ts'

/** An answer this young is not asked for again by the next page that shows it, in milliseconds. */
const fresh = 4_500

/**
 * Spam statistics of a party (interface.md 4.7), asked again at the reader's pace while somebody looks and live updates
 * are on. Every answer is also a sample for the pace of its counters and of blocks.
 */
export const spamStatisticsQuery = (partyId: string) =>
  queryOptions({
    queryKey: [getSpamStatistics.name, partyId],
    queryFn: async ({ signal }) => {
      const reply = await ask(getSpamStatistics, { partyId }, { signal })
      observe(partyId, reply.statistics, Date.now())
      observeHeight(reply.statistics.pow, performance.now(), Date.now())
      return reply
    },
    staleTime: fresh,
    refetchInterval: ({ state }) => pollDelay(state.error !== null, document.hidden),
    refetchIntervalInBackground: true,
  })

export type SpamReply = Awaited<ReturnType<NonNullable<ReturnType<typeof spamStatisticsQuery>['queryFn']>>>
