import type { QueryClient } from '@tanstack/react-query'
import { isNowhere } from '../client/node-fetch.ts'
import { nodeState } from '../client/node-status.ts'
import { parseCandleId } from '../../wire/candles.ts'
import { assetsQuery, marketsQuery } from '../entities/labels.ts'
import { namedPartiesQuery, nodePartiesQuery } from '../entities/party/node-parties-query.ts'
import { intervalsQuery } from '../features/candles/data/query.ts'
import { liquidityProvidersQuery, readLiquidityProvidersSearch } from '../features/liquidity-providers/query.ts'
import { marginModesQuery, readMarginModesSearch } from '../features/margin-modes/query.ts'
import { refereeHistoryQuery, readRefereeHistorySearch } from '../features/referee-history/query.ts'
import { promptParties, spamStatisticsQuery } from '../features/spam-statistics/query.ts'
import { decodePath, foldHref } from '../format/path.ts'
import { isStatic, shownAddress } from '../format/site.ts'
import { marketRecordQuery } from '../pages/market/market-record.ts'
import { loadChoosePage, loadWall, pageCode } from './page-code.ts'
import { type RoutePath, matchPage } from '../../wire/pages.ts'
import { preferences } from '../preferences/preferences.ts'
import { type Search, parseSearch } from '../router/search.ts'

/** The id in the path, empty where it has none, and the filters after it. */
interface Address {
  id: string
  search: Search
}

type FirstRequests = (queries: QueryClient, address: Address) => unknown

const assets: FirstRequests = (queries) => queries.prefetchQuery(assetsQuery())
const labels: FirstRequests = (queries) => [queries.prefetchQuery(marketsQuery()), queries.prefetchQuery(assetsQuery())]

/** Whether the node is the service that sent this page: another may have no parties to name. */
const isOwnService = (): boolean => !isStatic && nodeState.get().base === ''

/** The limits of those parties that the watch room shows first: the watched ones at once, then those that the service names. */
async function askRoom(queries: QueryClient, onlyWatched: boolean): Promise<void> {
  const { watched } = preferences.get()
  const ask = (parties: readonly string[]): void =>
    parties.forEach((party) => void queries.prefetchQuery(spamStatisticsQuery(party)))
  ask(watched.slice(0, promptParties))
  if (!isOwnService() || (onlyWatched && watched.length > 0)) return
  const named = await queries.fetchQuery(nodePartiesQuery(true)).catch(() => [])
  const others = named.flatMap(({ partyId }) => (watched.includes(partyId) ? [] : [partyId]))
  ask(others.slice(0, Math.max(0, promptParties - watched.length)))
}

/** By path, what its page is sure to ask for first. Equal query options, so that the page's components use the same response. */
const requests: Partial<Record<RoutePath, FirstRequests>> = {
  '/': (queries, { id, search }) => {
    labels(queries, { id, search })
    void askRoom(queries, search['show'] === 'watched')
  },
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
    void queries.prefetchInfiniteQuery(liquidityProvidersQuery({ partyId: id }))
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
    void import('../features/candles/data/first-candles.ts').then(
      ({ askFirstCandles }) => askFirstCandles(queries, id, search),
      // The page's code, which needs it too, says that it cannot be loaded.
      () => undefined,
    )
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
  if (isOwnService()) void queries.prefetchQuery(namedPartiesQuery)
  const load = path === '/spam' ? (search['party'] === undefined ? loadChoosePage : loadWall) : pageCode.get(path)
  // The router asks for it again, and shows why it cannot be loaded.
  return () => void load?.().catch(() => undefined)
}
