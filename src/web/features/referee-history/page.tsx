import { useCallback, useMemo } from 'react'
import { changeSearch, go } from '../../router/navigate.ts'
import { useParams, useSearch } from '../../router/use-location.ts'
import { linkTo } from '../../router/link-to.ts'
import { DataGrid } from '../../grid/data-grid.tsx'
import { RowDetails } from '../../grid/row-details.tsx'
import { IdField, PagingFields, countSet, FilterBar } from '../../grid/toolbar/filters.tsx'
import { type List, listOfRows, rowsOf } from '../../list/list.ts'
import shared from '../../list/list-page.module.css'
import { useListPage } from '../../grid/use-list-page.tsx'
import { useList } from '../../list/use-list.ts'
import { useNodeState } from '../../entities/use-node-status.ts'
import { EpochCell } from '../../entities/entity-cells.tsx'
import { TeamCell, MissingCell, TimeCell, ZoneName } from '../../entities/value-cells.tsx'
import { IgnoredParamsWarning } from '../../entities/warnings.tsx'
import { useZone } from '../../preferences/use-preferences.ts'
import { ButtonLink, OpenLink } from '../../ui/inputs/button.tsx'
import { Chip } from '../../ui/inputs/chip.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IdChip } from '../../ui/display/id-chip.tsx'
import { InOrder, inOrder } from '../../ui/display/in-order.tsx'
import { PageHead } from '../../ui/display/page-head.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { SummaryBanner } from '../../ui/feedback/summary-banner.tsx'
import { Toggle } from '../../ui/inputs/toggle.tsx'
import { Freshness } from '../../ui/feedback/freshness.tsx'
import { afterPaint } from '../../router/after-paint.ts'
import { GridFooter } from '../../grid/grid-footer.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { HistoryVerdict, MembershipBadge, MembershipLanes } from './membership-lanes.tsx'
import styles from './page.module.css'
import { joinKey, refereeHistoryQuery, type RefereeHistorySearch, readRefereeHistorySearch } from './query.ts'
import { membershipsOf, type Membership, epochWords, joinTime, timeWords } from './memberships.ts'
import type { TeamRefereeHistory } from '../../../wire/referee-history.ts'
import { type Zone } from '../../format/time.ts'
import type { GridColumn } from '../../grid/columns/grid-columns.tsx'
import { Exact } from '../../ui/display/exact.tsx'

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
    shown: ({ join }) => joinTime(join.joinedAt, zone, { precision: 'second', name: false, offset: true }),
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
    size: 176,
    cell: ({ membership }) => <MembershipBadge membership={membership} />,
    text: ({ membership }) =>
      [membership.current && 'current', membership.first && 'first join'].filter(Boolean).join(' '),
  },
]

const rowKey = ({ join }: JoinRow): string => joinKey(join)
const record = ({ join }: JoinRow) => join

const showMember = (teamHref: (teamId: string) => string) => (path: string, value: string) => {
  if (path === 'joinedAt') return <TimeCell ns={value} />
  if (path !== 'teamId') return undefined
  return (
    <>
      <TeamCell id={value} copy /> <OpenLink href={teamHref(value)} text="Only this team" />
    </>
  )
}

interface HistoryProps {
  memberships: readonly Membership[]
  listing: List<TeamRefereeHistory>
  /** Says which team it is in now; not of the memberships with one team. */
  sentence: boolean
  table: boolean
  onTable: () => void
}

/** The current team in a sentence, then the lanes; the shape of both while they load. */
function History({ memberships, listing, sentence, table, onTable }: HistoryProps) {
  const { introduced } = useNodeState('introduced')
  const complete = listing.end === 'complete'
  const waiting = memberships.length === 0
  return (
    <>
      {sentence && (
        <Panel>
          {waiting || !introduced ? (
            <SummaryBanner waiting state="unknown" icon="team" title="Loading…">
              {'\u00a0'}
            </SummaryBanner>
          ) : (
            <HistoryVerdict memberships={memberships} complete={complete} />
          )}
        </Panel>
      )}
      <Panel
        title="Teams"
        end={
          <Toggle icon="columns" on={table} onToggle={onTable}>
            Table
          </Toggle>
        }
      >
        {waiting ? (
          <Skeleton rows={6} what="the team history" />
        ) : (
          <MembershipLanes memberships={memberships} complete={complete} />
        )}
        {!table && (
          <div className={styles.foot}>
            <GridFooter listing={listing} />
          </div>
        )}
      </Panel>
    </>
  )
}

/** The teams a party has been in: a lane of time for each, and the joins as a table behind a switch. */
export function RefereeHistoryPage() {
  const { referee = '' } = useParams()
  const search = useSearch(readRefereeHistorySearch)
  const { teamId } = search
  const loaded = useList(refereeHistoryQuery(referee, search))
  const complete = loaded.end === 'complete'
  const newestFirst = search['pagination.newestFirst'] !== false
  const tableShown = search.table === 'on' || search.row !== undefined || teamId !== undefined

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
        actions={tableShown ? actions : <Freshness query={loaded} />}
      />
      <IgnoredParamsWarning read={readRefereeHistorySearch} />
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
        {tableShown && (
          <PagingFields
            search={search}
            onChange={change}
            order="Order of joins"
            newest="Latest first"
            oldest="Earliest first"
          />
        )}
        {teamId === undefined ? null : (
          <Chip onRemove={() => change({ teamId: undefined })} removeLabel="Show all teams">
            Team <TeamCell id={teamId} mark={false} />, loaded joins only
          </Chip>
        )}
      </FilterBar>
      <InOrder>
        {loaded.status === 'waiting' || memberships.length > 0 ? (
          <History
            memberships={memberships}
            listing={loaded}
            sentence={teamId === undefined}
            table={tableShown}
            onTable={() => afterPaint(() => change({ table: tableShown ? undefined : 'on' }))}
          />
        ) : null}
        {tableShown || (loaded.status !== 'waiting' && memberships.length === 0) ? (
          <div
            className={classNames(shared.columns, styles.columns)}
            data-open={details && true}
            {...inOrder('narrow')}
          >
            <DataGrid
              label="Joins"
              {...grid}
              emptyTitle="No team recorded for this party"
              emptyText="Creating a team counts as joining it."
              emptyAction={
                <ButtonLink href={linkTo('/parties/$partyId', { partyId: referee })} icon="party">
                  Open the party
                </ButtonLink>
              }
            />
            {details && <RowDetails {...details} show={showMember(teamHref)} />}
          </div>
        ) : null}
      </InOrder>
    </>
  )
}
