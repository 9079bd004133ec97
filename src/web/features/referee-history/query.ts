import { listRefereeHistory, type TeamRefereeHistory } from '../../../wire/referee-history.ts'
import { listQuery, rowKey } from '../../infinite-list/list-query.ts'
import { paginationOf, type ListSearch } from '../../infinite-list/list-search.ts'

/** A party can join at most one team at an instant. */
export const joinKey = rowKey<TeamRefereeHistory>('joinedAtEpoch', 'joinedAt', 'teamId')

/** The teams a party has joined (interface.md 4.4). */
export const refereeHistoryQuery = (referee: string, search: ListSearch = {}) =>
  listQuery(
    listRefereeHistory,
    { referee, pagination: paginationOf(search) },
    { member: 'teamRefereeHistory', key: joinKey },
  )
