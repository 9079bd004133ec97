import { queryOptions } from '@tanstack/react-query'
import { candleBounds, compareIntervals } from '../../../../wire/candle-interval.ts'
import { type Candle, listCandleIntervals, listCandles } from '../../../../wire/candles.ts'
import type { RequestParams } from '../../../../wire/protocol/operation.ts'
import { maximumPageSize, type Page } from '../../../../wire/protocol/page.ts'
import { ask } from '../../../client/request.ts'
import { type Interval, readInterval } from './interval.ts'
import { mergeCandles } from './merge-candles.ts'

/** One candle request. Always sets page size and order, because node defaults differ. */
export type CandleRequest = RequestParams<typeof listCandles> & {
  candleId: string
  pagination: { first: number; newestFirst: boolean; after?: string }
}

/** Page request: the newest `first` candles that start before `before`, or the oldest ones starting at `from`. */
export type PageParam =
  | { readonly first: number; readonly before?: string | undefined }
  | { readonly first: number; readonly from: string }

/** The request for a page; instants in Unix nanoseconds. `now` bounds blocks. */
export const pageRequest = (candleId: string, param: PageParam, now: bigint): CandleRequest => {
  const bounds = 'from' in param ? { from: param.from, now } : { to: param.before, now }
  const pagination = { first: param.first, newestFirst: !('from' in param) }
  return { candleId, ...candleBounds(candleId, bounds), pagination }
}

/** Requests one page from a node, by default the current one. Throws NodeFailure, or the signal's reason. */
export const askCandles = async (request: CandleRequest, signal: AbortSignal, base?: string): Promise<Page<Candle>> =>
  (await ask(listCandles, request, { signal, ...(base === undefined ? {} : { base }) })).candles

/** Candle limit of `readRange`, for small consumers; requesting a longer range is a caller error. */
const maxInRange = 20_000

/** All candles with trades of a range in Unix nanoseconds, `to` exclusive, ascending (wire.md 6.3). Throws NodeFailure. */
export async function readRange(
  candleId: string,
  { from, to }: { from: string; to: string },
  signal: AbortSignal,
): Promise<readonly Candle[]> {
  let candles: readonly Candle[] = []
  let after: string | undefined
  for (;;) {
    const pagination = { first: maximumPageSize, newestFirst: false, ...(after !== undefined && { after }) }
    const page = await askCandles({ candleId, fromTimestamp: from, toTimestamp: to, pagination }, signal)
    const { hasNextPage, endCursor } = page.pageInfo
    const nodes = page.edges.map(({ node }) => node)
    const before = candles.length
    candles = mergeCandles(candles, nodes)
    // Stop if a page brings nothing new: a node that repeats pages would cause an endless loop.
    if (!hasNextPage || endCursor === '' || candles.length === before || candles.length >= maxInRange) return candles
    after = endCursor
  }
}

/** The intervals a node offers for a market, shortest first (the node's order is random). Throws NodeFailure. */
export const intervalsQuery = (marketId: string) =>
  queryOptions({
    queryKey: [listCandleIntervals.name, marketId],
    queryFn: async ({ signal }): Promise<Interval[]> => {
      const { intervalToCandleId } = await ask(listCandleIntervals, { marketId }, { signal })
      return intervalToCandleId.map(({ interval, candleId }) => readInterval(interval, candleId)).sort(compareIntervals)
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
