import { riskWords } from '../../../../wire/spam/risk-state.ts'
import type { Gauge } from '../../../../wire/spam/spam-gauges.ts'
import type { SpamVerdict } from '../../../../wire/spam/spam-verdict.ts'
import { noAdvice, type Staleness } from '../../../entities/staleness.ts'

/** The verdict without anything derived while its values are too old: an old value must give no orders. */
export function withStaleness(verdict: SpamVerdict, staleness: Staleness | undefined): SpamVerdict {
  if (!staleness) return verdict
  const gauges = verdict.gauges.map((gauge): Gauge => {
    const { left: _, ...reported } = gauge
    return { ...reported, state: 'stale' }
  })
  return {
    ...verdict,
    stale: { ...staleness, last: verdict.worst },
    worst: 'stale',
    sentence: noAdvice(staleness),
    rest: '',
    context: `The last known state was: ${riskWords[verdict.worst]}.`,
    ban: undefined,
    checking: false,
    gauges,
  }
}
