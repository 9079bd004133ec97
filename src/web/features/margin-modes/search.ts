import { readListingSearch, type ListingSearch } from '../../infinite-list/list-search.ts'

/** What this page keeps in its address, in the wire's own spelling; `mode` and `row` are the reader's own. */
export interface MarginModesSearch extends ListingSearch {
  marketId?: string
  partyId?: string
  /** Shows loaded rows of one mode only. */
  mode?: 'cross' | 'isolated'
  /** The row whose details are open. */
  row?: string
}

/** Reads the flat text of the address; unknown names are left out, nothing throws. */
export function readMarginModesSearch(text: Readonly<Record<string, string>>): MarginModesSearch {
  const { marketId, partyId, mode, row } = text
  return {
    ...(marketId ? { marketId } : {}),
    ...(partyId ? { partyId } : {}),
    ...(mode === 'cross' || mode === 'isolated' ? { mode } : {}),
    ...readListingSearch(text),
    ...(row ? { row } : {}),
  }
}
