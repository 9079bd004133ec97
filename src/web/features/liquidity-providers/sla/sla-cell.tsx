import { StateBadge } from '../../../ui/feedback/state-badge.tsx'
import styles from '../columns/score-cells.module.css'
import { slaWords, type SlaVerdict } from './sla.ts'
import { derivation, slaRisk } from './sla-look.ts'

/** Whether the provider meets its service level over the epoch, and under what condition. */
export function SlaCell({ verdict }: { verdict: SlaVerdict }) {
  const { word, more } = slaWords(verdict)
  return (
    <span className={styles.verdict} title={derivation(verdict)}>
      <StateBadge state={slaRisk[verdict.state]}>{word}</StateBadge>
      <small>{more}</small>
    </span>
  )
}
