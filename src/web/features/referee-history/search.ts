import * as v from 'valibot'
import { listEntries } from '../../infinite-list/list-search.ts'
import { TextValue, searchOf } from '../../router/search.ts'

/** What this page keeps in its address, in the wire's own spelling. */
export const readRefereeHistorySearch = searchOf({
  /** Shows the loaded memberships of one team only. */
  teamId: TextValue,
  ...listEntries,
  /** Shows the table. */
  table: v.picklist(['on']),
  /** The row whose details are open. */
  row: TextValue,
})
export type RefereeHistorySearch = ReturnType<typeof readRefereeHistorySearch>
