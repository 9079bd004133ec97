import { useQuery } from '@tanstack/react-query'
import { EpochCell } from '../../entities/epoch/cell.tsx'
import { useNodeState } from '../../entities/use-node-status.ts'
import { Answered, answerOf } from '../../infinite-list/query-panel.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { CompareTable } from './compare-table.tsx'
import styles from './compare.module.css'
import { historiesQuery } from './history-query.ts'
import { type EpochRow, historyRows } from './history-rows.ts'

const epochLabel = ({ epochSeq }: EpochRow) => <EpochCell epoch={epochSeq} />

interface HistoryPanelProps {
  parties: readonly [string, string]
  names: readonly [string, string]
  marketId: string
}

/** Time on book and score over epochs, where the service keeps them of at least one of the two; nothing elsewhere. */
export function HistoryPanel({ parties, names, marketId }: HistoryPanelProps) {
  const { lyra } = useNodeState()
  const answer = answerOf(useQuery({ ...historiesQuery(parties), enabled: lyra }))
  const { data } = answer
  if (!lyra || (data === undefined && answer.failure === undefined)) return null
  if (data && parties.every((partyId) => data[partyId] === undefined)) return null
  return (
    <Panel flush title="Over epochs" end="kept by this service since it started">
      <Answered answer={answer} what="the recorded epochs" rows={2} columns={4} flush>
        {(histories) => {
          const { timeOnBook, score } = historyRows(histories, parties, marketId)
          if (timeOnBook.length === 0) return <p className={styles.note}>No epochs of this market are recorded yet.</p>
          return (
            <>
              <CompareTable
                label="Time on book over epochs"
                rows={timeOnBook}
                parties={parties}
                names={names}
                first="Epoch: time on book"
                renderLabel={epochLabel}
              />
              <CompareTable
                label="Liquidity score over epochs"
                rows={score}
                parties={parties}
                names={names}
                first="Epoch: score"
                renderLabel={epochLabel}
              />
            </>
          )
        }}
      </Answered>
    </Panel>
  )
}
