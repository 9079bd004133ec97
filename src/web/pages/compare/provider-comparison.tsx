import { useQuery } from '@tanstack/react-query'
import { MarketCell } from '../../entities/market/cell.tsx'
import { useSettlement } from '../../entities/market/settlement.ts'
import { marketScoreQuery } from '../../features/liquidity-providers/scores/market-score.ts'
import { minPollMs } from '../../features/liquidity-providers/query.ts'
import { useSlaVerdict } from '../../features/liquidity-providers/sla/use-sla-verdict.ts'
import { Answered, answerOf } from '../../infinite-list/query-panel.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { CompareTable } from './compare-table.tsx'
import { countDifferences } from './differences.ts'
import { HistoryPanel } from './history-panel.tsx'
import { providerRows } from './provider-rows.ts'
import { Summary } from './summary.tsx'

interface ProviderComparisonProps {
  parties: readonly [string, string]
  names: readonly [string, string]
  marketId: string
}

const freshMs = 60_000

/** Two providers of one market: service level, fees, and epochs where the service keeps them. */
export function ProviderComparison({ parties, names, marketId }: ProviderComparisonProps) {
  const answer = answerOf(useQuery({ ...marketScoreQuery(marketId), staleTime: freshMs }))
  const verdictOf = useSlaVerdict(answer.dataUpdatedAt, minPollMs)
  const { decimals, symbol } = useSettlement(marketId)
  const sections = answer.data && providerRows(answer.data, parties, decimals, verdictOf)
  return (
    <>
      <Summary counts={sections && countDifferences(sections.flatMap(({ rows }) => rows))}>
        Both on market <MarketCell id={marketId} />
        {decimals === undefined
          ? '. Its decimals are not known: amounts are raw.'
          : symbol !== undefined && `. Amounts are in ${symbol}.`}
      </Summary>
      {answer.data && !answer.data.complete && (
        <Notice state="info">
          This market has more providers than one page: rank and expected fees are among the loaded ones.
        </Notice>
      )}
      {sections === undefined ? (
        <Panel title="Service level">
          <Answered answer={answer} what="the providers of this market" rows={8} columns={4}>
            {() => null}
          </Answered>
        </Panel>
      ) : (
        sections.map(({ title, rows }) => (
          <Panel key={title} flush title={title}>
            <Answered answer={answer} what="the providers of this market" rows={8} columns={4} flush>
              {() => <CompareTable label={title} rows={rows} parties={parties} names={names} />}
            </Answered>
          </Panel>
        ))
      )}
      <HistoryPanel parties={parties} names={names} marketId={marketId} />
    </>
  )
}
