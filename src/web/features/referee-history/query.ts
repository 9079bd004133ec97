import { listRefereeHistory, type TeamRefereeHistory } from '../../../wire/referee-history.ts'
import { listQuery, rowKey, paginationOf, type ListSearch, listEntries } from '../../list/list-query.ts'
import * as v from 'valibot'
import { TextValue, searchOf } from '../../router/search.ts'

/** What this page keeps in its address, in the wire's own spelling. */
export const readRefereeHistorySearch = searchOf({
  teamId: TextValue,
  ...listEntries,
  table: v.picklist(['on']),
  row: TextValue,
})
export type RefereeHistorySearch = ReturnType<typeof readRefereeHistorySearch>

/** A party can join at most one team at an instant. */
export const joinKey = rowKey<TeamRefereeHistory>('joinedAtEpoch', 'joinedAt', 'teamId')

/** The teams a party has joined. */
export const refereeHistoryQuery = (referee: string, search: ListSearch = {}) =>
  listQuery(
    listRefereeHistory,
    { referee, pagination: paginationOf(search) },
    { member: 'teamRefereeHistory', key: joinKey },
  )
