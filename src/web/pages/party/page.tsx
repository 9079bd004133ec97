import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '../../router/use-location.ts'
import { InvalidIdWarning, IgnoredParamsWarning } from '../../entities/warnings.tsx'
import { shortId } from '../../format/id.ts'
import { linkTo } from '../../router/link-to.ts'
import { useStaleness } from '../../entities/staleness.ts'
import { useMarkets } from '../../entities/labels.ts'
import { useList } from '../../list/use-list.ts'
import { useNodeState } from '../../entities/use-node-status.ts'
import { chainNow } from '../../client/node-status.ts'
import { useZone } from '../../preferences/use-preferences.ts'
import { networkOfRun, rowFactsOf, useRuns } from '../../features/ledger-export/index.ts'
import { rangeWords } from '../../ledger/range.ts'
import { marginLine, marginModesQuery } from '../../features/margin-modes/index.ts'
import { MembershipLanes, membershipsOf, refereeHistoryQuery } from '../../features/referee-history/index.ts'
import { spamStatisticsQuery, useVerdict, useWatched, workLine } from '../../features/spam-statistics/index.ts'
import { PanelGroupNotice, usePanelGroup } from '../../list/panel-group.tsx'
import { type ListData, listPanel, type PanelQuery, QueryPanel } from '../../list/query-panel.tsx'
import { LedgerCard, readPartySearch } from './ledger-card.tsx'
import { LiquidityCard } from './liquidity-card.tsx'
import { MarginModesCard } from './margin-modes-card.tsx'
import styles from './page.module.css'
import { InOrder, inOrder } from '../../ui/display/in-order.tsx'
import { liquidityLine, minPollMs, positionsQuery } from '../../features/liquidity-providers/index.ts'
import { SpamCard } from './spam-card.tsx'
import { PartySummary, ledgerLine, type StripLine, teamLine } from './party-summary.tsx'
import { PartyTitle } from './title.tsx'
import type { TeamRefereeHistory } from '../../../wire/referee-history.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { OpenLink } from '../../ui/inputs/button.tsx'

function TeamCard({ partyId, query }: { partyId: string; query: PanelQuery<ListData<TeamRefereeHistory>> }) {
  const history = linkTo('/teams/referees/$referee', { referee: partyId })
  return (
    <Panel title="Team history" end={<OpenLink href={history} text="Open history" />}>
      <QueryPanel query={query} what="the team history" rows={4}>
        {({ rows, complete }) => (
          <MembershipLanes memberships={membershipsOf(rows, { newestFirst: true, complete })} complete={complete} />
        )}
      </QueryPanel>
    </Panel>
  )
}

type Rows = PanelQuery<{ rows: readonly unknown[] }>

/** Loaded, and nothing in it: the summary says so, and its panel would be empty. */
const isEmpty = ({ data, error }: Rows): boolean => data?.rows.length === 0 && !error

const lineOf = <Data,>(
  name: string,
  icon: StripLine['icon'],
  { data, error }: PanelQuery<Data>,
  words: (data: Data) => StripLine['line'],
): StripLine => ({ name, icon, line: data && words(data), failed: error !== null })

export function PartyPage() {
  const { partyId = '' } = useParams()
  const search = useSearch(readPartySearch)
  const zone = useZone()
  const { network } = useNodeState('network')
  // Another node's count says nothing about this one's.
  const ofNode = useRuns().filter((run) => networkOfRun(run) === network)
  const exports = ofNode.map((run) => ({ ...run, rows: rowFactsOf(run).rows, range: rangeWords(run.request, zone) }))
  const ledger = ledgerLine(exports, partyId)
  const markets = useMarkets()
  const nameOf = (id: string): string => markets.byId.get(id)?.code ?? shortId(id)

  const limits = useQuery(spamStatisticsQuery(partyId))
  useWatched([partyId])
  const group = usePanelGroup(partyId, {
    'Spam limits': limits,
    'Margin modes': listPanel(useList(marginModesQuery({ partyId }))),
    'Liquidity positions': useQuery(positionsQuery(partyId)),
    'Team history': listPanel(useList(refereeHistoryQuery(partyId))),
  })
  const {
    'Spam limits': statistics,
    'Margin modes': margin,
    'Liquidity positions': liquidity,
    'Team history': team,
  } = group.panels
  const staleness = useStaleness(liquidity.dataUpdatedAt, minPollMs)
  const verdict = useVerdict({ partyId, data: limits.data, dataUpdatedAt: limits.dataUpdatedAt })
  const proven = verdict?.checking ? undefined : verdict
  const facts = proven && statistics.data && { ...proven, work: workLine(statistics.data.statistics.pow, proven) }
  const dataUpdatedAt = statistics.dataUpdatedAt || group.freshness.dataUpdatedAt

  return (
    <>
      <PartyTitle partyId={partyId} freshness={{ ...group.freshness, dataUpdatedAt }} />
      <InvalidIdWarning id={partyId} />
      <IgnoredParamsWarning read={readPartySearch} />
      <InOrder>
        {!group.isEmpty && (
          <PartySummary
            spam={{ ...statistics, data: verdict }}
            lines={[
              lineOf('Margin', 'sliders', margin, (data) => marginLine(data, nameOf)),
              lineOf('Liquidity', 'drop', liquidity, (data) => liquidityLine(data, nameOf, staleness)),
              lineOf('Team', 'team', team, (data) => teamLine(data, chainNow(), zone)),
              ...(ledger ? [{ name: 'Ledger', icon: 'ledger', line: ledger, failed: false } as const] : []),
            ]}
          />
        )}
        <PanelGroupNotice group={group} about="this party" />
        {verdict?.worst !== 'unrecorded' && (
          <div className={styles.columns} {...inOrder('narrow')}>
            <div className={styles.stack} {...inOrder()}>
              <SpamCard partyId={partyId} query={{ ...statistics, data: facts }} />
              {!isEmpty(margin) && <MarginModesCard partyId={partyId} query={margin} />}
            </div>
            <div className={styles.stack} {...inOrder()}>
              {!isEmpty(liquidity) && (
                <LiquidityCard partyId={partyId} query={liquidity} stale={staleness !== undefined} />
              )}
              {!isEmpty(team) && <TeamCard partyId={partyId} query={team} />}
              <LedgerCard partyId={partyId} search={search} />
            </div>
          </div>
        )}
      </InOrder>
    </>
  )
}
