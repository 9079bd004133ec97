import type { TeamRefereeHistory } from '../../wire/referee-history.ts'
import type { Db } from './db.ts'
import { type Listing, readPage } from './keyset.ts'
import type { Plan } from './page.ts'
import { id, record, time, word } from './record.ts'
import { whereId } from './sql.ts'

const listing: Listing = {
  node: record<TeamRefereeHistory>({
    teamId: id('t.team_id'),
    joinedAt: time('t.joined_at'),
    joinedAtEpoch: word('t.joined_at_epoch::text'),
  }),
  from: 'team_members t',
  // The network's cursor holds the epoch alone: a party joins no more than one team in an epoch (wire.md 3.6).
  cursor: [{ name: 'JoinedAtEpoch', kind: 'integer', sql: 't.joined_at_epoch' }],
}

/** Every membership the party ever had. Throws BadInput for a bad id or cursor. */
export function readRefereeHistory(db: Db, referee: string, plan: Plan, signal?: AbortSignal): Promise<string> {
  return readPage(db, listing, plan, { conditions: whereId('t.party_id', referee), signal })
}
