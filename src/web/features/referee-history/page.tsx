import { useCallback, useMemo } from 'react'
import { defaultPageSize } from '../../../wire/protocol/page.ts'
import { changeSearch, go } from '../../router/navigate.ts'
import { useParams, useSearch } from '../../router/use-location.ts'
import { linkTo } from '../../router/link-to.ts'
import { DataGrid } from '../../data-grid/data-grid.tsx'
import { RowDetails } from '../../data-grid/row-details.tsx'
import { IdField, PagingFields } from '../../data-grid/toolbar/filter-fields.tsx'
import { countSet, FilterBar } from '../../data-grid/toolbar/filters.tsx'
import { listOfRows, rowsOf } from '../../infinite-list/list.ts'
import shared from '../../infinite-list/list-page.module.css'
import { useListPage } from '../../data-grid/use-list-page.tsx'
import { useList } from '../../infinite-list/use-list.ts'
import { useNodeState } from '../../entities/use-node-status.ts'
import { EpochCell } from '../../entities/epoch/cell.tsx'
import { TeamCell, MissingCell, TimeCell, ZoneName } from '../../entities/value-cells.tsx'
import { useZone } from '../../preferences/use-preferences.ts'
import { ButtonLink, OpenLink } from '../../ui/inputs/button.tsx'
import { Chip } from '../../ui/inputs/chip.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IdChip } from '../../ui/display/id-chip.tsx'
import { InOrder, inOrder } from '../../ui/display/in-order.tsx'
import { PageHead } from '../../ui/display/page-head.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { HistoryVerdict, NoVerdict, MembershipTimeline, MembershipBadge } from './membership-timeline.tsx'
import styles from './page.module.css'
import { joinKey, refereeHistoryQuery } from './query.ts'
import { type RefereeHistorySearch, readRefereeHistorySearch } from './search.ts'
import { membershipsOf, type Membership, epochWords, timeWords } from './memberships.ts'
import type { TeamRefereeHistory } from '../../../wire/referee-history.ts'
import { formatInstant, type Zone } from '../../format/time.ts'
import type { GridColumn } from '../../data-grid/columns/grid-columns.tsx'
import { Exact } from '../../ui/display/exact.tsx'

/** A join as received, and the membership that it began. */
interface JoinRow {
  join: TeamRefereeHistory
  membership: Membership
}

/** The columns; times are found in `zone`. */
const refereeHistoryColumns = (zone: Zone): readonly GridColumn<JoinRow>[] => [
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

const rowKey = ({ join }: JoinRow): string => joinKey(join)
const record = ({ join }: JoinRow) => join

const showMember = (teamHref: (teamId: string) => string) => (path: string, value: string) => {
  if (path === 'joinedAt') return <TimeCell ns={value} />
  if (path === 'joinedAtEpoch') return <EpochCell epoch={value} />
  if (path !== 'teamId') return undefined
  return (
    <>
      <TeamCell id={value} copy /> <OpenLink href={teamHref(value)} text="Only this team" />
    </>
  )
}

/** The teams a party has been in: the timeline first, the joins as a table second. */
export function RefereeHistoryPage() {
  const { referee = '' } = useParams()
  const search = useSearch(readRefereeHistorySearch)
  const { teamId } = search
  const loaded = useList(refereeHistoryQuery(referee, search))
  const complete = loaded.end === 'complete'
  const newestFirst = search['pagination.newestFirst'] !== false

  const { memberships, rows } = useMemo(() => {
    const joins = rowsOf(loaded)
    const memberships = membershipsOf(joins, { newestFirst, complete })
    const byKey = new Map(memberships.map((membership) => [joinKey(membership), membership]))
    const rows = joins.flatMap((join): JoinRow[] => {
      const membership = byKey.get(joinKey(join))
      return membership && (teamId === undefined || join.teamId === teamId) ? [{ join, membership }] : []
    })
    return {
      memberships:
        teamId === undefined ? memberships : memberships.filter((membership) => membership.teamId === teamId),
      rows,
    }
    // oxlint-disable-next-line react/exhaustive-deps -- `at` changes with the pages; the listing is a new object each time
  }, [loaded.at, loaded.count, newestFirst, complete, teamId])
  const { count, at } = useMemo(() => listOfRows(rows), [rows])
  const teamHref = useCallback(
    (team: string) => linkTo('/teams/referees/$referee', { referee, teamId: team }),
    [referee],
  )
  const { introduced } = useNodeState()
  const zone = useZone()
  const change = (next: { [Name in keyof RefereeHistorySearch]?: RefereeHistorySearch[Name] | undefined }) =>
    changeSearch(readRefereeHistorySearch, { row: undefined, ...next }, { keepScroll: true })
  const { actions, grid, details } = useListPage({
    list: 'referee-history',
    read: readRefereeHistorySearch,
    columns: useMemo(() => refereeHistoryColumns(zone), [zone]),
    listing: { ...loaded, count, at },
    rowKey,
    record,
  })

  return (
    <>
      <PageHead
        title="Team history"
        sub={<IdChip id={referee} copy to={linkTo('/parties/$partyId', { partyId: referee })} />}
        actions={actions}
      />
      <FilterBar
        className={styles.filters}
        set={countSet(teamId, search['pagination.newestFirst'], search['pagination.first'])}
      >
        <IdField
          label="Party"
          value={referee}
          onChange={(next) => {
            if (next) go(linkTo('/teams/referees/$referee', { referee: next }))
          }}
        />
        <PagingFields
          search={search}
          onChange={change}
          pageSize={defaultPageSize}
          order="Order of joins"
          newest="Latest first"
          oldest="Earliest first"
        />
        {teamId === undefined ? null : (
          <Chip onRemove={() => change({ teamId: undefined })} removeLabel="Show all teams">
            Team <TeamCell id={teamId} mark={false} />, loaded joins only
          </Chip>
        )}
      </FilterBar>
      <InOrder>
        {teamId === undefined ? (
          <Panel>
            {memberships.length > 0 && introduced ? (
              <HistoryVerdict memberships={memberships} complete={complete} />
            ) : (
              <NoVerdict status={memberships.length > 0 ? 'waiting' : loaded.status} />
            )}
          </Panel>
        ) : null}
        <div
          className={classNames(shared.columns, styles.columns)}
          data-single={loaded.status === 'failed' || (loaded.status === 'ready' && loaded.loaded === 0) || undefined}
          data-open={details && true}
          {...inOrder(true)}
        >
          {loaded.status === 'waiting' ? (
            <Panel title="Timeline">
              <Skeleton rows={6} />
            </Panel>
          ) : memberships.length > 0 ? (
            <Panel title="Timeline" end="newest first">
              <MembershipTimeline memberships={memberships} complete={complete} />
            </Panel>
          ) : null}
          <DataGrid
            label="Joins"
            {...grid}
            emptyTitle="This party has never joined a team"
            emptyText="Creating a team counts as joining it."
            emptyAction={
              <ButtonLink href={linkTo('/parties/$partyId', { partyId: referee })} icon="party">
                Open the party
              </ButtonLink>
            }
          />
          {details && <RowDetails {...details} show={showMember(teamHref)} />}
        </div>
      </InOrder>
    </>
  )
}
