import * as v from 'valibot'
import { listEntries } from '../../infinite-list/list-search.ts'
import { TextValue, searchOf } from '../../router/search.ts'

/** What this page keeps in its address, in the wire's own spelling; `mode` and `row` are the reader's own. */
export const readMarginModesSearch = searchOf({
  marketId: TextValue,
  partyId: TextValue,
  /** Shows loaded rows of one mode only. */
  mode: v.picklist(['cross', 'isolated']),
  ...listEntries,
  /** The row whose details are open. */
  row: TextValue,
})
export type MarginModesSearch = ReturnType<typeof readMarginModesSearch>
