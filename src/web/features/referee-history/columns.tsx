import type { TeamRefereeHistory } from '../../../wire/referee-history.ts'
import { groupDigits } from '../../format/amount.ts'
import { EpochCell } from '../../entities/epoch/cell.tsx'
import { MissingCell } from '../../entities/value-cells.tsx'
import { TimeCell, ZoneName } from '../../entities/time-cell.tsx'
import type { GridColumn } from '../../data-grid/columns/grid-columns.tsx'
import { IdChip } from '../../ui/display/id-chip.tsx'
import { StayBadge } from './membership-badge.tsx'
import type { Stay } from './memberships.ts'

/** A join as the node sent it and the stay it began. */
export interface JoinRow {
  join: TeamRefereeHistory
  stay: Stay
}

/** `teamHref` leads from a team to this page with that team alone. */
export const refereeHistoryColumns = (teamHref: (teamId: string) => string): readonly GridColumn<JoinRow>[] => [
  {
    id: 'teamId',
    header: 'Team',
    size: 156,
    cell: ({ join }) => <IdChip id={join.teamId} kind="team" to={teamHref(join.teamId)} />,
    text: ({ join }) => join.teamId,
  },
  {
    id: 'joinedAt',
    header: 'Joined at',
    unit: <ZoneName />,
    size: 164,
    cell: ({ join }) => <TimeCell ns={join.joinedAt} name={false} />,
    text: ({ join }) => join.joinedAt,
  },
  {
    id: 'joinedAtEpoch',
    header: 'Epoch',
    size: 72,
    align: 'end',
    cell: ({ join }) => <EpochCell epoch={join.joinedAtEpoch} />,
    text: ({ join }) => join.joinedAtEpoch,
  },
  {
    id: 'epochs',
    header: 'Stay',
    unit: 'epochs',
    size: 100,
    align: 'end',
    cell: ({ stay }) =>
      stay.epochs === undefined ? (
        <MissingCell reason={stay.current ? 'goes on' : 'the next join is not loaded'} words={stay.current} />
      ) : (
        groupDigits(stay.epochs)
      ),
    text: ({ stay }) => stay.epochs ?? '',
  },
  {
    id: 'kind',
    header: 'Kind',
    size: 132,
    cell: ({ stay }) => <StayBadge stay={stay} single />,
    text: ({ stay }) =>
      [stay.current && 'current', stay.first && 'first', stay.returned && 'returned'].filter(Boolean).join(' '),
  },
]
