import { useQuery } from '@tanstack/react-query'
import { goSearch } from '../../router/navigate.ts'
import { useParams, useSearch } from '../../router/use-location.ts'
import { OddId, OddTimes } from '../../entities/odd-id.tsx'
import { shortId } from '../../format/id.ts'
import { linkTo } from '../../router/link-to.ts'
import { useStaleness } from '../../entities/staleness.ts'
import { useMarkets } from '../../entities/market/labels.ts'
import { useListing } from '../../infinite-list/use-infinite-list.ts'
import { useNodeState } from '../../entities/use-node-status.ts'
import { chainNow } from '../../client/node-status.ts'
import { useZone } from '../../preferences/use-preferences.ts'
import { factsOf, useRuns } from '../../features/ledger-export/index.ts'
import { rangeWords } from '../../ledger/range.ts'
import { marginModesQuery } from '../../features/margin-modes/query.ts'
import { refereeHistoryQuery } from '../../features/referee-history/query.ts'
import { spamStatisticsQuery } from '../../features/spam-statistics/query.ts'
import { useVerdict } from '../../features/spam-statistics/verdict/use-verdict.ts'
import { useWatched } from '../../features/spam-statistics/watcher/watcher.tsx'
import { amid, isSettled, sharedFailure, useHeldFailure } from '../../infinite-list/answers.ts'
import { answerOf, answerOfListing, type Answer, Answered } from '../../infinite-list/query-panel.tsx'
import { LedgerCard } from './ledger-card.tsx'
import { readPartySearch } from './ledger-range.ts'
import { LiquidityCard } from './liquidity-card.tsx'
import { MarginModesCard } from './margin-modes-card.tsx'
import styles from './page.module.css'
import { InOrder, inOrder } from '../../ui/display/in-order.tsx'
import { Partial } from '../../infinite-list/partial.tsx'
import { minPollMs } from '../../features/liquidity-providers/query.ts'
import { positionsQuery } from '../../features/liquidity-providers/positions.ts'
import { SpamCard } from './spam-card.tsx'
import { workLine } from '../../features/spam-statistics/proof-of-work/work-advice.ts'
import { Strip } from './strip.tsx'
import { liquidityLine } from '../../features/liquidity-providers/party-line.ts'
import { marginLine } from '../../features/margin-modes/party-line.ts'
import { ledgerLine, teamLine } from './summary.ts'
import { PartyTitle } from './title.tsx'
import type { TeamRefereeHistory } from '../../../wire/referee-history.ts'
import { plural } from '../../format/words.ts'
import { TeamCell } from '../../entities/team-cell.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Timeline } from '../../ui/display/timeline.tsx'
import { MembershipBadge } from '../../features/referee-history/membership-badge.tsx'
import { lengthWords, spanWords } from '../../features/referee-history/membership-words.ts'
import { countsOf, membershipsOf } from '../../features/referee-history/memberships.ts'
import { OpenLink } from '../../ui/inputs/open-link.tsx'

const maxStays = 5

function TeamCard(props: { partyId: string; answer: Answer<{ rows: TeamRefereeHistory[]; complete: boolean }> }) {
  const { partyId, answer } = props
  const zone = useZone()
  const history = linkTo('/teams/referees/$referee', { referee: partyId })
  const stays = answer.data && membershipsOf(answer.data.rows, { newestFirst: true, complete: answer.data.complete })
  const counts = stays && countsOf(stays)
  const hidden = stays ? stays.length - maxStays : 0
  const returns = counts && counts.returns > 0 ? `, ${plural(counts.returns, 'return')}` : ''
  return (
    <Panel
      title="Team history"
      count={counts && counts.teams > 0 ? `${plural(counts.teams, 'team')}${returns}` : undefined}
      end={<OpenLink href={history} text="Open history" />}
      {...(hidden > 0 && { foot: `${hidden} earlier in the history` })}
    >
      <Answered answer={answer} what="the team history" rows={4}>
        {() =>
          stays && (
            <Timeline
              items={stays.slice(0, maxStays).map((stay) => ({
                title: <TeamCell id={stay.teamId} />,
                badge: <MembershipBadge membership={stay} />,
                detail: spanWords(stay, zone),
                end: lengthWords(stay, chainNow()),
                current: stay.current,
              }))}
            />
          )
        }
      </Answered>
    </Panel>
  )
}

type Rows = Answer<{ rows: readonly unknown[] }>

/** Loaded, and nothing in it: its panel would be empty. */
const isEmpty = ({ data, failure }: Rows): boolean => data?.rows.length === 0 && !failure

/** One line in place of the panels that would be empty. */
function Absent({ panels }: { panels: readonly (readonly [words: string, answer: Rows])[] }) {
  const words = panels.filter(([, answer]) => isEmpty(answer)).map(([words]) => words)
  return words.length > 0 && <p className="muted">{words.join(' ')}</p>
}

const changed = <From, To>(answer: Answer<From>, data: To | undefined): Answer<To> => ({ ...answer, data })

export function PartyPage() {
  const { partyId = '' } = useParams()
  const search = useSearch(readPartySearch)
  const zone = useZone()
  const { base } = useNodeState()
  // Another node's count says nothing about this one's.
  const ofNode = useRuns().filter((run) => run.base === base)
  const exports = ofNode.map((run) => ({ ...run, rows: factsOf(run).rows, range: rangeWords(run.request, zone) }))
  const markets = useMarkets()
  const nameOf = (id: string): string => markets.byId.get(id)?.code ?? shortId(id)

  const limits = useQuery(spamStatisticsQuery(partyId))
  useWatched([partyId])
  const answers = {
    statistics: useHeldFailure(answerOf(limits), partyId),
    margin: useHeldFailure(answerOfListing(useListing(marginModesQuery({ partyId }))), partyId),
    liquidity: useHeldFailure(answerOf(useQuery(positionsQuery(partyId))), partyId),
    team: useHeldFailure(answerOfListing(useListing(refereeHistoryQuery(partyId))), partyId),
  }
  const staleness = useStaleness(answers.liquidity.dataUpdatedAt, minPollMs)
  const all = Object.values(answers)
  const statistics = amid(answers.statistics, all)
  const margin = amid(answers.margin, all)
  const liquidity = amid(answers.liquidity, all)
  const team = amid(answers.team, all)
  const nothing = isSettled(all) && sharedFailure(all) && all.every(({ data }) => data === undefined)
  const verdict = useVerdict({ partyId, data: limits.data, dataUpdatedAt: limits.dataUpdatedAt })
  const spam = changed(statistics, verdict)
  const facts = changed(
    statistics,
    verdict &&
      statistics.data && {
        epoch: statistics.data.statistics.epochSeq,
        gauges: verdict.gauges,
        work: workLine(statistics.data.statistics.pow, verdict),
      },
  )

  const panels = [
    { name: 'Spam limits', answer: answers.statistics },
    { name: 'Margin modes', answer: answers.margin },
    { name: 'Liquidity positions', answer: answers.liquidity },
    { name: 'Team history', answer: answers.team },
  ]
  const freshness = {
    dataUpdatedAt: statistics.dataUpdatedAt || Math.max(...panels.map(({ answer }) => answer.dataUpdatedAt)),
    isFetching: panels.some(({ answer }) => answer.isFetching),
    refetch: () => panels.forEach(({ answer }) => answer.refetch()),
  }

  return (
    <>
      <PartyTitle partyId={partyId} freshness={freshness} />
      <OddId id={partyId} />
      <OddTimes />
      <InOrder>
        {!nothing && (
          <Strip
            spam={spam}
            others={[margin, liquidity, team].every(({ data, failure }) => data !== undefined && !failure)}
            lines={[
              {
                name: 'Margin',
                icon: 'sliders',
                href: linkTo('/margin-modes', { partyId }),
                line: margin.data && marginLine(margin.data, nameOf),
                failed: margin.failure !== undefined,
              },
              {
                name: 'Liquidity',
                icon: 'drop',
                href: linkTo('/liquidity-providers', { partyId }),
                line: liquidity.data && liquidityLine(liquidity.data, nameOf, staleness),
                failed: liquidity.failure !== undefined,
              },
              {
                name: 'Team',
                icon: 'team',
                href: linkTo('/teams/referees/$referee', { referee: partyId }),
                line: team.data && teamLine(team.data, chainNow(), zone),
                failed: team.failure !== undefined,
              },
              {
                name: 'Ledger',
                icon: 'ledger',
                href: linkTo('/ledger-export', { partyId }),
                line: ledgerLine(exports, partyId),
                failed: false,
              },
            ]}
          />
        )}
        <Partial panels={panels} />
        <div className={styles.columns} {...inOrder(true)}>
          <div className={styles.stack} {...inOrder()}>
            <SpamCard partyId={partyId} answer={facts} />
            {!isEmpty(margin) && <MarginModesCard partyId={partyId} answer={margin} />}
          </div>
          <div className={styles.stack} {...inOrder()}>
            {!isEmpty(liquidity) && (
              <LiquidityCard partyId={partyId} answer={liquidity} stale={staleness !== undefined} />
            )}
            {!isEmpty(team) && <TeamCard partyId={partyId} answer={team} />}
            <Absent
              panels={[
                ['No margin mode recorded: cross is the default.', margin],
                ['No liquidity.', liquidity],
                ['In no team.', team],
              ]}
            />
            <LedgerCard partyId={partyId} search={search} onChange={(next) => goSearch(next, { replace: true })} />
          </div>
        </div>
      </InOrder>
    </>
  )
}
