import { listMarginModes, type PartyMarginMode } from '../../../wire/margin-modes.ts'
import { listQuery, rowKey } from '../../infinite-list/list-query.ts'
import { paginationOf, type ListSearch } from '../../infinite-list/list-search.ts'

export interface MarginModesFilters extends ListSearch {
  marketId?: string
  partyId?: string
}

/** There is one record per market and party. */
export const marginModeKey = rowKey<PartyMarginMode>('marketId', 'partyId')

/** The margin modes of a market, of a party, of both, or all of them (interface.md 4.3). */
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
