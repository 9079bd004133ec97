import type { TeamRefereeHistory } from '../../../wire/referee-history.ts'
import { formatInstant, type Zone } from '../../format/time.ts'
import { TeamCell } from '../../entities/team-cell.tsx'
import { EpochCell } from '../../entities/epoch/cell.tsx'
import { MissingCell } from '../../entities/value-cells.tsx'
import { TimeCell, ZoneName } from '../../entities/time-cell.tsx'
import type { GridColumn } from '../../data-grid/columns/grid-columns.tsx'
import { Exact } from '../../ui/display/exact.tsx'
import { epochWords, timeWords } from './membership-words.ts'
import { MembershipBadge } from './membership-badge.tsx'
import type { Membership } from './memberships.ts'

/** A join as received, and the membership that it began. */
export interface JoinRow {
  join: TeamRefereeHistory
  membership: Membership
}

/** The columns; times are found in `zone`. */
export const refereeHistoryColumns = (zone: Zone): readonly GridColumn<JoinRow>[] => [
  {
    id: 'teamId',
    header: 'Team',
    size: 144,
    cell: ({ join }) => <TeamCell id={join.teamId} />,
    text: ({ join }) => join.teamId,
  },
  {
    id: 'joinedAt',
    header: 'Joined at',
    unit: <ZoneName />,
    size: 164,
    cell: ({ join }) => <TimeCell ns={join.joinedAt} name={false} />,
    text: ({ join }) => join.joinedAt,
    shown: ({ join }) => formatInstant(join.joinedAt, zone, { precision: 'second', name: false, offset: true }),
    directions: ['earliest first', 'latest first'],
  },
  {
    id: 'joinedAtEpoch',
    header: 'Epoch',
    size: 84,
    align: 'end',
    cell: ({ join }) => <EpochCell epoch={join.joinedAtEpoch} />,
    text: ({ join }) => join.joinedAtEpoch,
  },
  {
    id: 'epochs',
    term: 'membership',
    header: 'Length',
    size: 104,
    align: 'end',
    cell: ({ membership }) =>
      membership.epochs === undefined ? (
        <MissingCell
          reason={membership.current ? 'ongoing' : 'the next join is not loaded'}
          words={membership.current}
        />
      ) : (
        <Exact exact={epochWords(membership.epochs)}>{timeWords(membership, 0n)}</Exact>
      ),
    text: ({ membership }) => membership.epochs ?? '',
    filled: () => true, // an absent length says why it is absent
  },
  {
    id: 'kind',
    header: 'Kind',
    size: 136,
    cell: ({ membership }) => <MembershipBadge membership={membership} single />,
    text: ({ membership }) =>
      [membership.current && 'current', membership.first && 'first', membership.returned && 'returned']
        .filter(Boolean)
        .join(' '),
  },
]
