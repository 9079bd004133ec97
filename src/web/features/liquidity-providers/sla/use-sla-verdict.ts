import { useCallback } from 'react'
import type { LiquidityProvider } from '../../../../wire/liquidity-providers.ts'
import { useEpoch } from '../../../entities/epoch/use-epoch.ts'
import { useMarkets } from '../../../entities/market/labels.ts'
import { useStoppedAt } from '../../../entities/use-node-status.ts'
import { serverTimeAt } from '../../../api/status/server-clock.ts'
import { slaVerdict, type SlaVerdict } from './sla.ts'

/** Judges providers as of `readAt` (Unix milliseconds of this browser), or of a stopped chain's last block. */
export function useSlaVerdict(readAt: number): (provider: LiquidityProvider) => SlaVerdict {
  const epoch = useEpoch()
  const stoppedAt = useStoppedAt()
  const { byId, state } = useMarkets()
  return useCallback(
    ({ marketId, sla }) => {
      if (state === 'waiting') return { state: 'waiting', reason: 'loading the market’s minimum' }
      const at = epoch && { ...epoch, now: stoppedAt ?? serverTimeAt(readAt) }
      return slaVerdict(sla, byId.get(marketId)?.minTimeOnBook, at)
    },
    [epoch, stoppedAt, byId, state, readAt],
  )
}
