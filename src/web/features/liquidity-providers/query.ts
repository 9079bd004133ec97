import { listLiquidityProviders, type LiquidityProvider } from '../../../wire/liquidity-providers.ts'
import { maximumPageSize } from '../../../wire/protocol/page.ts'
import { listQuery, rowKey, paginationOf, type ListSearch, listEntries } from '../../list/list-query.ts'
import * as v from 'valibot'
import { TextValue, searchOf } from '../../router/search.ts'
import { pollInterval } from '../../entities/staleness.ts'
import { preferences } from '../../preferences/preferences.ts'
import { nodeState } from '../../client/node-status.ts'

const minAfterFailureMs = 15_000
/** So that tabs and users do not resume in the same instant. */
const jitterMs = 2_000

/** Milliseconds until the next request, at least `minMs`; false for none. Hidden pages and failing nodes are polled less often. */
export function pollDelay(
  failed: boolean,
  hidden: boolean,
  random: () => number = Math.random,
  minMs = 0,
): number | false {
  const { live, spam } = preferences.get()
  if (!live || spam.poll === 0) return false
  const { until } = nodeState.get()
  const now = Date.now()
  if (until !== undefined && until > now) return until - now + Math.ceil(random() * jitterMs)
  const delay = pollInterval(hidden, Math.max(minMs, spam.poll))
  return failed ? Math.max(delay, minAfterFailureMs) : delay
}

/** What this page keeps in its address, in the wire's own spelling. */
export const readLiquidityProvidersSearch = searchOf({
  marketId: TextValue,
  partyId: TextValue,
  /** Shows loaded rows of one kind only. */
  show: v.picklist(['off', 'failing', 'watched', 'penalty']),
  ...listEntries,
  row: TextValue,
})
export type LiquidityProvidersSearch = ReturnType<typeof readLiquidityProvidersSearch>

export interface LiquidityProvidersFilters extends ListSearch {
  marketId?: string
  partyId?: string
}

/** Parties have a request for each of their markets, which are therefore sent less often: milliseconds between two. */
export const minPollMs = 15_000

/** There is one record per market and party. */
export const providerKey = rowKey<LiquidityProvider>('marketId', 'partyId')

/**
 * The providers of a market, the positions of a party, or both. The node requires one of the ids. The
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
