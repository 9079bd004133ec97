import { MarketCell } from '../../entities/market/cell.tsx'
import { useQuery } from '@tanstack/react-query'
import { useMarkets } from '../../entities/market/labels.ts'
import { positionsQuery } from '../../features/liquidity-providers/positions.ts'
import { marginModesQuery } from '../../features/margin-modes/query.ts'
import { membershipsOf } from '../../features/referee-history/memberships.ts'
import { refereeHistoryQuery } from '../../features/referee-history/query.ts'
import { spamStatisticsQuery } from '../../features/spam-statistics/query.ts'
import { useVerdicts } from '../../features/spam-statistics/verdict/use-verdict.ts'
import { shortId } from '../../format/id.ts'
import { compareLink } from '../../link-to.ts'
import { Answered, type Answer, answerOf, answerOfListing } from '../../infinite-list/query-panel.tsx'
import { useListing } from '../../infinite-list/use-infinite-list.ts'
import { InOrder } from '../../ui/display/in-order.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Anchor } from '../../ui/inputs/anchor.tsx'
import { CompareTable } from './compare-table.tsx'
import styles from './compare.module.css'
import { countDifferences, type Row } from './differences.ts'
import { limitRows, type MarketRow, modeRows, positionRows, teamRow } from './party-rows.ts'
import { Summary } from './summary.tsx'

type Pair<Value> = readonly [Value, Value]

/** Two answers as one: its data when both have theirs, else the first failure. */
function both<Data>([a, b]: Pair<Answer<Data>>): Answer<Pair<Data>> {
  return {
    data: a.data === undefined || b.data === undefined ? undefined : [a.data, b.data],
    failure: a.failure ?? b.failure,
    dataUpdatedAt: Math.min(a.dataUpdatedAt, b.dataUpdatedAt),
    isFetching: a.isFetching || b.isFetching,
    refetch: () => {
      a.refetch()
      b.refetch()
    },
  }
}

const mapped = <From, To>(answer: Answer<From>, map: (data: From) => To): Answer<To> => ({
  ...answer,
  data: answer.data === undefined ? undefined : map(answer.data),
})

/** What is read of both parties, as rows by section. */
function useSections([a, b]: Pair<string>) {
  const { byId } = useMarkets()
  const nameOf = (marketId: string): string => byId.get(marketId)?.code ?? shortId(marketId)
  const limits = [useQuery(spamStatisticsQuery(a)), useQuery(spamStatisticsQuery(b))] as const
  const [first, second] = useVerdicts(
    [a, b].map((partyId, at) => ({ partyId, data: limits[at]?.data, dataUpdatedAt: limits[at]?.dataUpdatedAt ?? 0 })),
  )
  const modes = both([
    answerOfListing(useListing(marginModesQuery({ partyId: a }))),
    answerOfListing(useListing(marginModesQuery({ partyId: b }))),
  ])
  const teams = both([
    answerOfListing(useListing(refereeHistoryQuery(a))),
    answerOfListing(useListing(refereeHistoryQuery(b))),
  ])
  const positions = both([answerOf(useQuery(positionsQuery(a))), answerOf(useQuery(positionsQuery(b)))])
  return {
    limits: mapped(both([answerOf(limits[0]), answerOf(limits[1])]), () =>
      first && second ? limitRows([first.gauges, second.gauges]) : [],
    ),
    modes: mapped(modes, (pair) => modeRows(pair, nameOf)),
    positions: mapped(positions, (pair) => positionRows(pair, nameOf)),
    team: mapped(teams, ([one, other]) => [
      teamRow([
        membershipsOf(one.rows, { newestFirst: true, complete: one.complete }),
        membershipsOf(other.rows, { newestFirst: true, complete: other.complete }),
      ]),
    ]),
  }
}

interface PartyComparisonProps {
  parties: Pair<string>
  names: Pair<string>
}

/** Two parties: limits, margin modes, expected fees and team. */
export function PartyComparison({ parties, names }: PartyComparisonProps) {
  const { limits, modes, positions, team } = useSections(parties)
  const all: (readonly Row[] | undefined)[] = [limits.data, modes.data, positions.data, team.data]
  const loaded = all.flatMap((rows) => rows ?? [])
  const marketLabel = ({ label, marketId }: MarketRow) => (
    <Anchor href={compareLink(parties, marketId)} title={`Compare on ${label}`}>
      {label}
    </Anchor>
  )
  return (
    <>
      <Summary counts={all.some((rows) => rows === undefined) ? undefined : countDifferences(loaded)}>
        Choose a market to compare their service level as providers.
      </Summary>
      <InOrder>
        <Panel flush title="Spam limits, this epoch">
          <Answered answer={limits} what="the spam limits" rows={5} columns={4} flush>
            {(rows) => <CompareTable label="Spam limits" rows={rows} parties={parties} names={names} />}
          </Answered>
        </Panel>
        <Panel flush title="Margin modes">
          <Answered answer={modes} what="the margin modes" rows={3} columns={4} flush>
            {(rows) =>
              rows.length === 0 ? (
                <p className={styles.note}>No margin mode is recorded for either party: cross is the default.</p>
              ) : (
                <CompareTable
                  label="Margin modes"
                  rows={rows}
                  parties={parties}
                  names={names}
                  first="Market"
                  renderLabel={({ marketId }) => <MarketCell id={marketId} />}
                />
              )
            }
          </Answered>
        </Panel>
        <Panel flush title="Expected fees">
          <Answered answer={positions} what="the liquidity positions" rows={3} columns={4} flush>
            {(rows) =>
              rows.length === 0 ? (
                <p className={styles.note}>Neither party provides liquidity.</p>
              ) : (
                <CompareTable
                  label="Expected fees"
                  rows={rows}
                  parties={parties}
                  names={names}
                  first="Market"
                  renderLabel={marketLabel}
                />
              )
            }
          </Answered>
        </Panel>
        <Panel flush title="Team">
          <Answered answer={team} what="the team history" rows={1} columns={4} flush>
            {(rows) => <CompareTable label="Team" rows={rows} parties={parties} names={names} />}
          </Answered>
        </Panel>
      </InOrder>
    </>
  )
}
