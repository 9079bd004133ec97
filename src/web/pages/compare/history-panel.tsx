import { useQuery } from '@tanstack/react-query'
import { type ComponentType, Fragment, lazy, Suspense } from 'react'
import { EpochCell } from '../../entities/epoch/cell.tsx'
import { useNodeState } from '../../entities/use-node-status.ts'
import { Answered, answerOf } from '../../infinite-list/query-panel.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { CompareTable } from './compare-table.tsx'
import styles from './compare.module.css'
import type { EpochChartProps } from './epoch-chart.tsx'
import { historiesQuery } from './history-query.ts'
import { type EpochRow, historyRows } from './history-rows.ts'

/** The chart library comes with the first curve; without it, the table has the same values. */
const EpochChart = lazy(() =>
  import('./epoch-chart.tsx').then(
    (module): { default: ComponentType<EpochChartProps> } => ({ default: module.EpochChart }),
    () => ({ default: () => null }),
  ),
)

const epochLabel = ({ epochSeq }: EpochRow) => <EpochCell epoch={epochSeq} />

interface HistoryPanelProps {
  parties: readonly [string, string]
  names: readonly [string, string]
  marketId: string
}

/** Time on book and score over epochs, where Lyra's service keeps them of at least one of the two; nothing on another node. */
export function HistoryPanel({ parties, names, marketId }: HistoryPanelProps) {
  const { lyra } = useNodeState()
  const answer = answerOf(useQuery({ ...historiesQuery(parties), enabled: lyra }))
  const { data } = answer
  if (!lyra || (data === undefined && answer.failure === undefined)) return null
  if (data && parties.every((partyId) => data[partyId] === undefined)) {
    return (
      <Panel title="Over epochs">
        This service keeps no epochs of these parties: it was started without --watch for either of them.
      </Panel>
    )
  }
  return (
    <Panel flush title="Over epochs" end="kept by this service since it started">
      <Answered answer={answer} what="the recorded epochs" rows={2} columns={4} flush>
        {(histories) => {
          const { timeOnBook, score } = historyRows(histories, parties, marketId)
          if (timeOnBook.length === 0) return <p className={styles.note}>No epochs of this market are recorded yet.</p>
          return (
            <>
              {[
                { label: 'Time on book over epochs', first: 'Epoch: time on book', rows: timeOnBook, percent: true },
                { label: 'Liquidity score over epochs', first: 'Epoch: score', rows: score, percent: false },
              ].map(({ label, first, rows, percent }) => (
                <Fragment key={label}>
                  <Suspense fallback={<div className={styles.waiting} />}>
                    <EpochChart label={label} rows={rows} names={names} percent={percent} />
                  </Suspense>
                  <CompareTable
                    label={label}
                    rows={rows}
                    parties={parties}
                    names={names}
                    first={first}
                    renderLabel={epochLabel}
                  />
                </Fragment>
              ))}
            </>
          )
        }}
      </Answered>
    </Panel>
  )
}
