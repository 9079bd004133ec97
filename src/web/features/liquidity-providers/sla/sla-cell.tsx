import { chainNow } from '../../../client/node-status.ts'
import { useSettlement } from '../../../entities/market/settlement.ts'
import { StateBadge } from '../../../ui/feedback/state-badge.tsx'
import { useNow } from '../../../ui/use-now.ts'
import styles from '../columns/score-cells.module.css'
import { isJudged, slaAfter, slaWords, type SlaVerdict } from './sla.ts'
import { derivation, slaRisk } from './sla-look.ts'

interface SlaProps {
  /** As of the reading. */
  verdict: SlaVerdict
  marketId: string
}

/** The verdict in words now: until the next reading its times go on by the clock. */
export function useSlaWords({ verdict, marketId }: SlaProps) {
  useNow()
  const now = isJudged(verdict) && verdict.times ? slaAfter(verdict, chainNow() - verdict.times.at) : verdict
  return { ...slaWords(now, useSettlement(marketId)), state: slaRisk[now.state], derived: derivation(now) }
}

/** Whether the provider meets its service level over the epoch, and what it has to do for it. */
export function SlaCell(props: SlaProps) {
  const { word, more, state, derived } = useSlaWords(props)
  return (
    <span className={styles.verdict} title={derived}>
      <StateBadge state={state}>{word}</StateBadge>
      <small>{more}</small>
    </span>
  )
}
