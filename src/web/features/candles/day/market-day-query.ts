import { queryOptions, useQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { candleIdOf, listCandles } from '../../../../wire/candles.ts'
import { useStoppedAt } from '../../../entities/use-node-status.ts'
import { NodeFailure } from '../../../api/node-error.ts'
import { chainNow } from '../../../api/status/node-status.ts'
import { usePreferences } from '../../../preferences/use-preferences.ts'
import { type DayRange, type DaySource, readMarketDay } from './market-day.ts'
import { askCandles, readRange } from '../data/query.ts'

const minute = 60_000
const hour = 60 * minute

/** 0 or less would mean that a bound is not set. */
const boundsOf = ({ from, to }: DayRange): { from: string; to: string } => ({
  from: String(from > 0n ? from : 1n),
  to: String(to > 1n ? to : 2n),
})

/** What nodes answer for an interval that they do not have; the original calls it an internal error. */
const missing = new Set([400, 404, 500, 501])

async function noneWhereMissing<Value>(reading: Promise<readonly Value[]>): Promise<readonly Value[]> {
  try {
    return await reading
  } catch (failure) {
    const absent = failure instanceof NodeFailure && failure.kind === 'answer' && missing.has(failure.status ?? 0)
    if (absent) return []
    throw failure
  }
}

/** The candles of a market as the node has them. What lies a day back changes no more, so it is asked for once. */
function sourceOf(queries: QueryClient, marketId: string, signal: AbortSignal): DaySource {
  const settled = { staleTime: Number.POSITIVE_INFINITY, gcTime: hour }
  return {
    hours: (range) => readRange(candleIdOf('1 hour', marketId), boundsOf(range), signal),
    finer: (interval, range) => {
      const [candleId, bounds] = [candleIdOf(interval, marketId), boundsOf(range)]
      return noneWhereMissing(
        queries.fetchQuery({
          queryKey: [listCandles.name, candleId, bounds.from, bounds.to],
          queryFn: (asked) => readRange(candleId, bounds, asked.signal),
          ...settled,
        }),
      )
    },
    lastHour: (range) => {
      const [candleId, { from, to }] = [candleIdOf('1 hour', marketId), boundsOf(range)]
      return queries.fetchQuery({
        queryKey: [listCandles.name, candleId, from, to, 'last'],
        queryFn: async (asked) => {
          const pagination = { first: 1, newestFirst: true }
          const page = await askCandles({ candleId, fromTimestamp: from, toTimestamp: to, pagination }, asked.signal)
          return page.edges[0]?.node ?? null
        },
        ...settled,
      })
    },
  }
}

/** The last 24 hours of a market, the same answer for everybody who asks within a minute. Throws NodeFailure. */
export const marketDayQuery = (marketId: string, stoppedAt: bigint | undefined) =>
  queryOptions({
    queryKey: ['market day', marketId, stoppedAt === undefined ? 'live' : String(stoppedAt)],
    queryFn: ({ client, signal }) => readMarketDay(sourceOf(client, marketId, signal), chainNow()),
    staleTime: stoppedAt === undefined ? minute : Number.POSITIVE_INFINITY,
  })

/** The same, read again each minute while blocks come. `enabled` holds the question back. */
export function useMarketDay(marketId: string, enabled = true) {
  const { live } = usePreferences()
  const stoppedAt = useStoppedAt()
  return useQuery({
    ...marketDayQuery(marketId, stoppedAt),
    enabled,
    refetchInterval: live && stoppedAt === undefined ? minute : false, // a hidden tab keeps the clock and asks nothing
  })
}
