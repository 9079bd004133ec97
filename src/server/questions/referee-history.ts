import type { TeamRefereeHistory, listRefereeHistory } from '../../wire/referee-history.ts'
import type { KeysetList } from '../sql/keyset.ts'
import { id, record, time, word } from '../sql/record.ts'
import { BadInput, whereId } from '../sql/statement.ts'
import { type Handler, listPage, scanFailure } from './handler.ts'

const listing: KeysetList = {
  node: record<TeamRefereeHistory>({
    teamId: id('t.team_id'),
    joinedAt: time('t.joined_at'),
    joinedAtEpoch: word('t.joined_at_epoch::text'),
  }),
  from: 'team_members t',
  // The network's cursor holds the epoch alone: a party joins no more than one team in an epoch (wire.md 3.6).
  cursor: [{ name: 'JoinedAtEpoch', kind: 'integer', sql: 't.joined_at_epoch' }],
}

const refusal = { message: 'failed to list team referee history', inner: scanFailure }

/** Every membership the party ever had, with the time of each joining. */
export const refereeHistory: Handler<typeof listRefereeHistory> = async (context, { referee, pagination }) => ({
  teamRefereeHistory: await listPage(context, listing, refusal, {
    pagination,
    where() {
      // The network calls this its own failure (500); it is the caller's.
      if (referee === '') throw new BadInput('referee must be provided')
      return whereId('t.party_id', referee)
    },
  }),
})
