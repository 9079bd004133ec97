import { listMarginModes, type PartyMarginMode } from '../../../wire/margin-modes.ts'
import { listQuery, rowKey, paginationOf, type ListSearch, listEntries } from '../../list/list-query.ts'
import * as v from 'valibot'
import { TextValue, searchOf } from '../../router/search.ts'

/** What this page keeps in its address, in the wire's own spelling; `mode` and `row` are the reader's own. */
export const readMarginModesSearch = searchOf({
  marketId: TextValue,
  partyId: TextValue,
  /** Shows loaded rows of one mode only. */
  mode: v.picklist(['cross', 'isolated']),
  ...listEntries,
  row: TextValue,
})
export type MarginModesSearch = ReturnType<typeof readMarginModesSearch>

export interface MarginModesFilters extends ListSearch {
  marketId?: string
  partyId?: string
}

/** There is one record per market and party. */
export const marginModeKey = rowKey<PartyMarginMode>('marketId', 'partyId')

/** The margin modes of a market, of a party, of both, or all of them. */
export const marginModesQuery = ({ marketId, partyId, ...search }: MarginModesFilters) =>
  listQuery(
    listMarginModes,
    {
      ...(marketId ? { marketId } : {}),
      ...(partyId ? { partyId } : {}),
      pagination: paginationOf(search),
    },
    { member: 'partyMarginModes', key: marginModeKey },
  )
