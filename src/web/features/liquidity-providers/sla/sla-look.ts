import { formatExactPercent } from '../../../format/percent.ts'
import { clockOf, isJudged, type SlaVerdict } from './sla.ts'

/** The state that a verdict is shown as. */
export const slaRisk = {
  waiting: 'unknown',
  passing: 'ok',
  'passes-if': 'watch',
  failing: 'near',
  lost: 'limit',
  unknown: 'unknown',
  stale: 'stale',
} as const

/** The inputs of the verdict and the calculation behind it. */
export function derivation(verdict: SlaVerdict): string {
  if (!isJudged(verdict)) return verdict.reason
  const { fraction, minimum, times } = verdict
  const compared = `Time on book ${fraction} of the epoch so far, minimum ${minimum} (${formatExactPercent(minimum)})`
  if (!times) return `${compared}. The current epoch is unknown.`
  const [length, elapsed, left] = [times.length, times.elapsed, times.length - times.elapsed].map((ns) =>
    clockOf(String(ns)),
  )
  return `${compared}. ${elapsed} of ${length} have elapsed. The minimum takes ${minimum} x ${length}, of which ${clockOf(times.onBook)} are done and ${clockOf(times.needed)} missing, with ${left} left.`
}
