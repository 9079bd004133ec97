import { listLiquidityProviders, type LiquidityProvider } from '../../../wire/liquidity-providers.ts'
import { maximumPageSize } from '../../../wire/protocol/page.ts'
import { pollDelay } from '../../entities/poll-delay.ts'
import { listQuery, rowKey } from '../../infinite-list/list-query.ts'
import { paginationOf, type ListSearch } from '../../infinite-list/list-search.ts'

export interface LiquidityProvidersFilters extends ListSearch {
  marketId?: string
  partyId?: string
}

/** Parties have a request for each of their markets, which are therefore sent less often: milliseconds between two. */
export const minPollMs = 15_000

/** There is one record per market and party. */
export const providerKey = rowKey<LiquidityProvider>('marketId', 'partyId')

/**
 * The providers of a market, the positions of a party, or both (interface.md 4.5). The node requires one of the ids. The
 * default page size is the largest, since real nodes refuse every cursor of this list (wire.md 3.6). Whether a requirement
 * is met holds for an instant, so the list is polled while it has one page.
 */
export const liquidityProvidersQuery = ({ marketId, partyId, ...search }: LiquidityProvidersFilters) => {
  const listing = listQuery(
    listLiquidityProviders,
    {
      ...(marketId ? { marketId } : {}),
      ...(partyId ? { partyId } : {}),
      pagination: paginationOf(search, maximumPageSize),
    },
    { member: 'liquidityProviders', key: providerKey },
  )
  return Object.assign(listing, {
    refetchInterval: ({ state }: { state: { data?: { pages: readonly unknown[] } | undefined; error: unknown } }) =>
      state.data?.pages.length === 1 && pollDelay(state.error !== null, document.hidden),
  })
}
