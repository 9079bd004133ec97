import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { type Candle, candleIdOf, listCandles } from '../../../../wire/candles.ts'
import { useStoppedAt } from '../../../entities/use-node-status.ts'
import { NodeFailure } from '../../../client/node-failure.ts'
import { chainNow } from '../../../client/node-status.ts'
import { usePreference } from '../../../preferences/use-preferences.ts'
import { type DayRange, type DaySource, readMarketDay } from './market-day.ts'
import { askCandles, readRange } from '../data/query.ts'

const minute = 60_000
const hour = 60 * minute

/** Clamps bounds, because the wire treats 0 or less as unset. */
const boundsOf = ({ from, to }: DayRange): { from: string; to: string } => ({
  from: String(from > 0n ? from : 1n),
  to: String(to > 1n ? to : 2n),
})

/** Statuses that nodes return for an interval they do not have; the original node returns an internal error. */
const missing = new Set([400, 404, 500, 501])

function noneIfMissing(failure: unknown): readonly Candle[] {
  if (failure instanceof NodeFailure && missing.has(failure.status ?? 0)) return []
  throw failure
}

/** A market's candles as the node returns them. Candles from a day ago are final and are requested once. */
function sourceOf(queries: QueryClient, marketId: string, signal: AbortSignal): DaySource {
  const settled = { staleTime: Number.POSITIVE_INFINITY, gcTime: hour }
  return {
    hours: (range) => readRange(candleIdOf('1 hour', marketId), boundsOf(range), signal),
    finer: (interval, range) => {
      const [candleId, bounds] = [candleIdOf(interval, marketId), boundsOf(range)]
      const candles = queries.fetchQuery({
        queryKey: [listCandles.name, candleId, bounds.from, bounds.to],
        queryFn: (asked) => readRange(candleId, bounds, asked.signal),
        ...settled,
      })
      return candles.catch(noneIfMissing)
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

/** The last 24 hours of a market, shared by all callers within a minute. Throws NodeFailure. */
export const marketDayQuery = (marketId: string, stoppedAt: bigint | undefined) =>
  queryOptions({
    queryKey: ['market day', marketId, stoppedAt === undefined ? 'live' : String(stoppedAt)],
    queryFn: ({ client, signal }) => readMarketDay(sourceOf(client, marketId, signal), chainNow()),
    staleTime: stoppedAt === undefined ? minute : Number.POSITIVE_INFINITY,
  })

/** `marketDayQuery`, refetched each minute while the chain produces blocks. No request is sent until `enabled`. */
export function useMarketDay(marketId: string, enabled = true) {
  const live = usePreference('live')
  const stoppedAt = useStoppedAt()
  return useQuery({
    ...marketDayQuery(marketId, stoppedAt),
    enabled,
    refetchInterval: live && stoppedAt === undefined ? minute : false, // in a hidden tab the timer runs but sends no requests
  })
}
