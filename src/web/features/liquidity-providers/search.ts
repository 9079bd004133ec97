import { readListingSearch, type ListingSearch } from '../../infinite-list/list-search.ts'

/** What this page keeps in its address, in the wire's own spelling. */
export interface LiquidityProvidersSearch extends ListingSearch {
  marketId?: string
  partyId?: string
  /** Shows loaded rows of one kind only. */
  show?: 'off' | 'failing' | 'watched' | 'penalty'
  /** The row whose details are open. */
  row?: string
}

/** Reads the flat text of the address; unknown names are left out, nothing throws. */
export function readLiquidityProvidersSearch(text: Readonly<Record<string, string>>): LiquidityProvidersSearch {
  const { marketId, partyId, show, row } = text
  return {
    ...(marketId ? { marketId } : {}),
    ...(partyId ? { partyId } : {}),
    ...(show === 'off' || show === 'failing' || show === 'watched' || show === 'penalty' ? { show } : {}),
    ...readListingSearch(text),
    ...(row ? { row } : {}),
  }
}
