import { chainNow } from '../../../client/node-status.ts'
import { useSettlement, useMarkets } from '../../../entities/labels.ts'
import { StateBadge } from '../../../ui/feedback/state-badge.tsx'
import { useNow } from '../../../ui/use-now.ts'
import styles from '../columns/score-cells.module.css'
import {
  isJudged,
  slaAfter,
  slaWords,
  type SlaVerdict,
  clockOf,
  failsSla,
  slaVerdict,
} from '../../../../wire/sla/sla-verdict.ts'
import { formatExactPercent } from '../../../format/percent.ts'
import { useCallback } from 'react'
import type { LiquidityProvider } from '../../../../wire/liquidity-providers.ts'
import { useEpoch, useNodeState, useStoppedAt } from '../../../entities/use-node-status.ts'
import { noAdvice, pollInterval, stalenessOf, useStaleness } from '../../../entities/staleness.ts'
import { serverTimeAt } from '../../../client/server-clock.ts'
import { minPollMs } from '../query.ts'

/** The verdict on a provider that was read `at` (Unix milliseconds of this browser), by default with the others. */
export type JudgeSla = (provider: LiquidityProvider, at?: number) => SlaVerdict

/**
 * Judges providers as of `readAt` (Unix milliseconds of this browser), and not at all once that is too long ago for values that
 * are polled every `pollMs`, by default the reader's interval.
 */
export function useSlaVerdict(readAt: number, pollMs?: number): JudgeSla {
  const epoch = useEpoch()
  const { introduced } = useNodeState('introduced')
  const stoppedAt = useStoppedAt()
  const { byId, state } = useMarkets()
  const staleness = useStaleness(readAt, pollMs)
  const tooOld = staleness && noAdvice(staleness)
  return useCallback(
    ({ marketId, sla }, at = readAt) => {
      if (state === 'failed') return { state: 'unknown', reason: 'the market’s minimum could not be loaded' }
      if (state === 'waiting') return { state: 'waiting', reason: 'loading the market’s minimum' }
      const older = at === readAt ? undefined : stalenessOf(at, pollInterval(document.hidden, minPollMs), Date.now())
      const reason = tooOld ?? (older && noAdvice(older))
      if (reason !== undefined) return { state: 'stale', reason }
      const then = epoch && { ...epoch, now: stoppedAt ?? serverTimeAt(at) }
      const verdict = slaVerdict(sla, byId.get(marketId)?.minTimeOnBook, then)
      // Whether it can still pass depends on an epoch that was not read yet.
      return !epoch && !introduced && failsSla(verdict) ? { state: 'waiting', reason: 'loading the epoch' } : verdict
    },
    [epoch, introduced, stoppedAt, byId, state, readAt, tooOld],
  )
}

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
  const settlement = useSettlement(marketId)
  const at = () => {
    const now = isJudged(verdict) && verdict.times ? slaAfter(verdict, chainNow() - verdict.times.at) : verdict
    return { ...slaWords(now, settlement), now, state: slaRisk[now.state], derived: derivation(now) }
  }
  useNow(() => {
    const { more, derived } = at()
    return more + derived
  })
  return at()
}

/** Whether the provider meets its service level over the epoch, and what it has to do for it. */
export function SlaCell(props: SlaProps) {
  const { word, more, state, derived } = useSlaWords(props)
  return (
    <span className={styles.verdict} title={derived}>
      <StateBadge state={state}>{word}</StateBadge>
      {/* Why values are too old is said once, above the rows. */}
      {state !== 'stale' && <small>{more}</small>}
    </span>
  )
}
