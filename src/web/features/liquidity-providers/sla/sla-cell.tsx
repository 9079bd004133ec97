import { formatExactPercent } from '../../../format/percent.ts'
import { formatSpan } from '../../../format/duration.ts'
import { StateBadge } from '../../../ui/feedback/state-badge.tsx'
import styles from '../score-cells.module.css'
import { isJudged, slaWords, type SlaVerdict } from './sla.ts'

const risk = {
  waiting: 'unknown',
  passing: 'ok',
  'passes-if': 'watch',
  failing: 'near',
  lost: 'limit',
  unknown: 'unknown',
} as const

/** Whether the provider meets its service level over the epoch, and under what condition. */
export function SlaCell({ verdict }: { verdict: SlaVerdict }) {
  const { word, more } = slaWords(verdict)
  return (
    <span className={styles.verdict} title={derivation(verdict)}>
      <StateBadge state={risk[verdict.state]}>{word}</StateBadge>
      <small>{more}</small>
    </span>
  )
}

const spanOf = (ns: bigint): string => formatSpan(Number(ns / 1_000_000n))

/** The inputs of the verdict and the calculation behind it. */
export function derivation(verdict: SlaVerdict): string {
  if (!isJudged(verdict)) return verdict.reason
  const { fraction, minimum, times } = verdict
  const compared = `Time on book ${fraction} of the epoch so far, minimum ${minimum} (${formatExactPercent(minimum)})`
  if (!times) return `${compared}. The current epoch is unknown.`
  const [needed = '0'] = times.needed.split('.')
  const left = times.length - times.elapsed
  return `${compared}. ${spanOf(times.elapsed)} of ${spanOf(times.length)} are over: ${minimum} x ${spanOf(times.length)} - ${fraction} x ${spanOf(times.elapsed)} leaves ${spanOf(BigInt(needed))} of time on book to be made up in the remaining ${spanOf(left)}.`
}
