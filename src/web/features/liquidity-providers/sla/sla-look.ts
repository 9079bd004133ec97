import { formatExactPercent } from '../../../format/percent.ts'
import { formatSpan } from '../../../format/duration.ts'
import { isJudged, type SlaVerdict } from './sla.ts'

/** The state that a verdict is shown as. */
export const slaRisk = {
  waiting: 'unknown',
  passing: 'ok',
  'passes-if': 'watch',
  failing: 'near',
  lost: 'limit',
  unknown: 'unknown',
} as const

const spanOf = (ns: bigint): string => formatSpan(Number(ns / 1_000_000n))

/** The inputs of the verdict and the calculation behind it. */
export function derivation(verdict: SlaVerdict): string {
  if (!isJudged(verdict)) return verdict.reason
  const { fraction, minimum, times } = verdict
  const compared = `Time on book ${fraction} of the epoch so far, minimum ${minimum} (${formatExactPercent(minimum)})`
  if (!times) return `${compared}. The current epoch is unknown.`
  const [needed = '0'] = times.needed.split('.')
  const left = times.length - times.elapsed
  return `${compared}. ${spanOf(times.elapsed)} of ${spanOf(times.length)} have elapsed: ${minimum} x ${spanOf(times.length)} - ${fraction} x ${spanOf(times.elapsed)} leaves ${spanOf(BigInt(needed))} of time on book to be made up in the remaining ${spanOf(left)}.`
}
