import type { QueryClient } from '@tanstack/react-query'
import { isNowhere } from '../client/node-fetch.ts'
import { nodeState } from '../client/node-status.ts'
import { parseCandleId } from '../../wire/candles.ts'
import { assetsQuery, marketsQuery } from '../entities/labels.ts'
import { intervalsQuery } from '../features/candles/data/query.ts'
import { liquidityProvidersQuery, readLiquidityProvidersSearch } from '../features/liquidity-providers/query.ts'
import { marginModesQuery, readMarginModesSearch } from '../features/margin-modes/query.ts'
import { refereeHistoryQuery, readRefereeHistorySearch } from '../features/referee-history/query.ts'
import { spamStatisticsQuery } from '../features/spam-statistics/query.ts'
import { decodePath, foldHref } from '../format/path.ts'
import { shownAddress } from '../format/site.ts'
import { marketRecordQuery } from '../pages/market/market-record.ts'
import { loadChoosePage, loadWall, pageCode } from './page-code.ts'
import { type RoutePath, matchPage } from '../../wire/pages.ts'
import { type Search, parseSearch } from '../router/search.ts'

/** The id in the path, empty where it has none, and the filters after it. */
interface Address {
  id: string
  search: Search
}

type FirstRequests = (queries: QueryClient, address: Address) => unknown

const assets: FirstRequests = (queries) => queries.prefetchQuery(assetsQuery())
const labels: FirstRequests = (queries) => [queries.prefetchQuery(marketsQuery()), queries.prefetchQuery(assetsQuery())]

/** By path, what its page is sure to ask for first. Equal query options, so that the page's components use the same response. */
const requests: Partial<Record<RoutePath, FirstRequests>> = {
  '/': labels,
  '/margin-modes': (queries, { search }) => {
    void queries.prefetchQuery(marketsQuery())
    void queries.prefetchInfiniteQuery(marginModesQuery(readMarginModesSearch(search)))
  },
  '/teams/referees/$referee': (queries, { id, search }) =>
    queries.prefetchInfiniteQuery(refereeHistoryQuery(id, readRefereeHistorySearch(search))),
  '/liquidity-providers': (queries, { search }) => {
    void queries.prefetchQuery(marketsQuery())
    const filters = readLiquidityProvidersSearch(search)
    if (filters.marketId === undefined && filters.partyId === undefined) return
    void queries.prefetchQuery(assetsQuery())
    void queries.prefetchInfiniteQuery(liquidityProvidersQuery(filters))
  },
  '/spam/$partyId': (queries, { id }) => queries.prefetchQuery(spamStatisticsQuery(id)),
  '/parties/$partyId': (queries, { id, search }) => {
    labels(queries, { id, search })
    void queries.prefetchQuery(spamStatisticsQuery(id))
    void queries.prefetchInfiniteQuery(marginModesQuery({ partyId: id }))
    void queries.prefetchInfiniteQuery(refereeHistoryQuery(id))
  },
  '/markets/$marketId': (queries, { id, search }) => {
    labels(queries, { id, search })
    void queries.prefetchQuery(marketRecordQuery(id))
    void queries.prefetchInfiniteQuery(liquidityProvidersQuery({ marketId: id }))
    void queries.prefetchInfiniteQuery(marginModesQuery({ marketId: id }))
  },
  '/markets/$marketId/candles': (queries, { id, search }) => {
    labels(queries, { id, search })
    void queries.prefetchQuery(intervalsQuery(id))
  },
  '/candles/$candleId': (queries, { id, search }) => {
    labels(queries, { id, search })
    const marketId = parseCandleId(id)?.marketId
    if (marketId !== undefined) void queries.prefetchQuery(intervalsQuery(marketId))
  },
  '/ledger': assets,
  '/ledger-export': assets,
  '/assets/$assetId': labels,
}

/**
 * Sends the first requests of the address, through the rate limiter like any other, while the code that shows their answers is
 * still on its way. Returns what loads that code; nothing for an address that is none.
 */
export function startFirstPage(queries: QueryClient): (() => void) | undefined {
  const [pathname = '/', query = ''] = foldHref(shownAddress().replace(/#.*/s, '')).split(/\?(.*)/s)
  const page = matchPage(pathname)
  if (page === undefined) return undefined
  const { path, id } = page
  const search = parseSearch(query)
  if (!isNowhere(nodeState.get().base)) requests[path]?.(queries, { id: decodePath(id), search })
  const load = path === '/spam' ? (search['party'] === undefined ? loadChoosePage : loadWall) : pageCode.get(path)
  // The router asks for it again, and shows why it cannot be loaded.
  return () => void load?.().catch(() => undefined)
}
