import type { QueryClient } from '@tanstack/react-query'
import { nodeState } from '../../../client/node-status.ts'
import type { Search } from '../../../router/search.ts'
import { askMarketDay } from '../day/market-day.ts'
import { candlesQuery, newestAnchor } from './candles-query.ts'
import { findInterval } from './interval.ts'
import { intervalsQuery } from './query.ts'

/**
 * Asks for the newest candles of a market, as the chart of this address will: it opens with these where the address has no range.
 * Then for the market's day, which ends at the node's now: the answer before tells when that is. Never rejects: the page shows
 * what went wrong.
 */
export async function askFirstCandles(queries: QueryClient, marketId: string, search: Search): Promise<void> {
  const { base: node } = nodeState.get()
  const intervals = await queries.fetchQuery(intervalsQuery(marketId)).catch(() => [])
  const interval = findInterval(intervals, search['interval'])
  if (!interval) return
  if ((search['range'] ?? search['from'] ?? search['to']) === undefined)
    void queries.prefetchInfiniteQuery(candlesQuery({ node, candleId: interval.candleId }, newestAnchor))
  await askMarketDay(queries, marketId)
}
