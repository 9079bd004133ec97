import { chainNow } from '../../../client/node-status.ts'
import { useSettlement } from '../../../entities/market/labels.ts'
import { StateBadge } from '../../../ui/feedback/state-badge.tsx'
import { useNow } from '../../../ui/use-now.ts'
import styles from '../columns/score-cells.module.css'
import { isJudged, slaAfter, slaWords, type SlaVerdict, clockOf } from '../../../../wire/sla/sla-verdict.ts'
import { formatExactPercent } from '../../../format/percent.ts'

/** The state that a verdict is shown as. */
const slaRisk = {
  waiting: 'unknown',
  passing: 'ok',
  'passes-if': 'watch',
  failing: 'near',
  lost: 'limit',
  unknown: 'unknown',
  stale: 'stale',
} as const

/** The inputs of the verdict and the calculation behind it. */
function derivation(verdict: SlaVerdict): string {
  if (!isJudged(verdict)) return verdict.reason
  const { fraction, minimum, times } = verdict
  const compared = `Time on book ${fraction} of the epoch so far, minimum ${minimum} (${formatExactPercent(minimum)})`
  if (!times) return `${compared}. The current epoch is unknown.`
  const [length, elapsed, left] = [times.length, times.elapsed, times.length - times.elapsed].map((ns) =>
    clockOf(String(ns)),
  )
  return `${compared}. ${elapsed} of ${length} have elapsed. The minimum takes ${minimum} x ${length}, of which ${clockOf(times.onBook)} are done and ${clockOf(times.needed)} missing, with ${left} left.`
}

interface SlaProps {
  /** As of the reading. */
  verdict: SlaVerdict
  marketId: string
}

/** The verdict in words now: until the next reading its times go on by the clock. */
export function useSlaWords({ verdict, marketId }: SlaProps) {
  useNow()
  const now = isJudged(verdict) && verdict.times ? slaAfter(verdict, chainNow() - verdict.times.at) : verdict
  return { ...slaWords(now, useSettlement(marketId)), now, state: slaRisk[now.state], derived: derivation(now) }
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
