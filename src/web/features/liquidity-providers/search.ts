import * as v from 'valibot'
import { listEntries } from '../../infinite-list/list-search.ts'
import { TextValue, searchOf } from '../../router/search.ts'

/** What this page keeps in its address, in the wire's own spelling. */
export const readLiquidityProvidersSearch = searchOf({
  marketId: TextValue,
  partyId: TextValue,
  /** Shows loaded rows of one kind only. */
  show: v.picklist(['off', 'failing', 'watched', 'penalty']),
  ...listEntries,
  /** The row whose details are open. */
  row: TextValue,
})
export type LiquidityProvidersSearch = ReturnType<typeof readLiquidityProvidersSearch>
