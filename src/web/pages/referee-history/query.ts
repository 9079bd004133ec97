import { listRefereeHistory, type TeamRefereeHistory } from '../../../wire/referee-history.ts'
import { listingQuery } from '../../listing/listing-query.ts'
import { paginationOf, type ListingSearch } from '../../listing/listing-search.ts'
import { rowKey } from '../../listing/row-key.ts'

/** Names a row: the network lets a party join at most one team at an instant. */
export const joinKey = rowKey<TeamRefereeHistory>('joinedAtEpoch', 'joinedAt', 'teamId')

/** The teams a party has joined (interface.md 4.4). */
export const refereeHistoryQuery = (referee: string, search: ListingSearch = {}) =>
  listingQuery(
    listRefereeHistory,
    { referee, pagination: paginationOf(search) },
    { member: 'teamRefereeHistory', key: joinKey },
  )
