import { readListingSearch, type ListingSearch } from '../../infinite-list/list-search.ts'

/** What this page keeps in its address, in the wire's own spelling. */
export interface RefereeHistorySearch extends ListingSearch {
  /** Shows the loaded stays with one team only. */
  teamId?: string
  /** The row whose details are open. */
  row?: string
}

/** Reads the flat text of the address; unknown names are left out, nothing throws. */
export function readRefereeHistorySearch(text: Readonly<Record<string, string>>): RefereeHistorySearch {
  const { teamId, row } = text
  return { ...(teamId ? { teamId } : {}), ...readListingSearch(text), ...(row ? { row } : {}) }
}
