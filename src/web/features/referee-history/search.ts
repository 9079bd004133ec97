import { listEntries } from '../../infinite-list/list-search.ts'
import { TextValue, searchOf } from '../../router/search.ts'

/** What this page keeps in its address, in the wire's own spelling. */
export const readRefereeHistorySearch = searchOf({
  /** Shows the loaded stays with one team only. */
  teamId: TextValue,
  ...listEntries,
  /** The row whose details are open. */
  row: TextValue,
})
export type RefereeHistorySearch = ReturnType<typeof readRefereeHistorySearch>
