import * as v from 'valibot'
import { operation } from './protocol/operation.ts'
import { Pagination, pageOf } from './protocol/page.ts'
import { Id, Nanoseconds, TextParameter, Uint64 } from './scalar.ts'

/** One entry per membership; its end is the start of the next one. */
export const TeamRefereeHistory = v.object({ teamId: Id, joinedAt: Nanoseconds, joinedAtEpoch: Uint64 })
export type TeamRefereeHistory = v.InferOutput<typeof TeamRefereeHistory>

/** Ordered by join epoch; latest first unless `newestFirst` is false. */
export const listRefereeHistory = operation({
  name: 'listTeamRefereeHistory',
  summary: 'List the teams a referee has been a member of',
  path: '/api/v2/teams/referees/history/:referee',
  cacheable: true,
  params: v.object({ referee: TextParameter, pagination: v.optional(Pagination) }),
  reply: v.object({ teamRefereeHistory: pageOf(TeamRefereeHistory) }),
})

export const descriptions = {
  listTeamRefereeHistory:
    'The teams a referee has been a member of, one entry per stay; a stay ends where the next begins. Ordered by the epoch of joining, latest first unless `pagination.newestFirst` is false.',
  'listTeamRefereeHistory referee': 'Party id of the referee.',
  TeamRefereeHistory: 'One stay of a referee in a team; it ends where the next begins.',
  'TeamRefereeHistory teamId': 'Id of the team.',
  'TeamRefereeHistory joinedAt': 'When the stay began, Unix nanoseconds; after a switch the start of that epoch.',
  'TeamRefereeHistory joinedAtEpoch': 'Number of the epoch in which the stay began.',
}
