import { useCallback } from 'react'
import type { LiquidityProvider } from '../../../../wire/liquidity-providers.ts'
import { useEpoch } from '../../../entities/epoch/use-epoch.ts'
import { useMarkets } from '../../../entities/market/labels.ts'
import { noAdvice, pollInterval, stalenessOf, useStaleness } from '../../../entities/staleness.ts'
import { useNodeState, useStoppedAt } from '../../../entities/use-node-status.ts'
import { serverTimeAt } from '../../../client/server-clock.ts'
import { minPollMs } from '../query.ts'
import { failsSla, slaVerdict, type SlaVerdict } from '../../../../wire/sla/sla-verdict.ts'

/** The verdict on a provider that was read `at` (Unix milliseconds of this browser), by default with the others. */
export type JudgeSla = (provider: LiquidityProvider, at?: number) => SlaVerdict

/**
 * Judges providers as of `readAt` (Unix milliseconds of this browser), and not at all once that is too long ago for values that
 * are polled every `pollMs`, by default the reader's interval.
 */
export function useSlaVerdict(readAt: number, pollMs?: number): JudgeSla {
  const epoch = useEpoch()
  const { introduced } = useNodeState()
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
