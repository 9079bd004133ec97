import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import * as v from 'valibot'
import type { LiquidityProvider } from '../../wire/liquidity-providers.ts'
import { nodeState } from '../client/node-status.ts'
import { useMarkets } from '../entities/market/labels.ts'
import { positionsQuery } from '../features/liquidity-providers/positions.ts'
import { minPollMs } from '../features/liquidity-providers/query.ts'
import { useSlaWords } from '../features/liquidity-providers/sla/sla-cell.tsx'
import { useSlaVerdict } from '../features/liquidity-providers/sla/use-sla-verdict.ts'
import { browserAlerts } from '../features/spam-statistics/alerts/browser-alerts.ts'
import { raiseAlerts } from '../features/spam-statistics/watcher/alerts.ts'
import { shortId } from '../format/id.ts'
import { usePreference } from '../preferences/use-preferences.ts'
import { storedValue } from '../stored-value.ts'

/** The worst state that was reported of each position, and in which epoch. */
const reported = storedValue(
  'localStorage',
  'lyra.reported-sla',
  v.record(v.string(), v.object({ epoch: v.string(), rank: v.number() })),
)

/** From better to worse: behind though it can be made up for, and lost for the epoch. */
const ranks: Readonly<Record<string, number>> = { failing: 1, lost: 2 }

/** Whether the position is worse than last reported in this epoch; then it is recorded as reported. */
export function isNewlyBehind(position: string, epoch: string, state: string): boolean {
  const rank = ranks[state] ?? 0
  const all = reported.get() ?? {}
  const before = all[position]
  if (rank <= (before?.epoch === epoch ? before.rank : 0)) return false
  // Reports of earlier epochs are dropped.
  const kept = Object.entries(all).filter(([, report]) => report.epoch === epoch)
  reported.set({ ...Object.fromEntries(kept), [position]: { epoch, rank } })
  return true
}

interface WatchedPositionProps {
  partyId: string
  provider: LiquidityProvider
  readAt: number
}

/** Reports once an epoch that a position is behind on its SLA, and once more when that can no longer be made up for. */
function WatchedPosition({ partyId, provider, readAt }: WatchedPositionProps) {
  const { marketId } = provider
  const verdict = useSlaVerdict(readAt, minPollMs)(provider)
  const { more } = useSlaWords({ verdict, marketId })
  const { byId } = useMarkets()
  const report = useEffectEvent(() => {
    const { base, epoch } = nodeState.get()
    if (!epoch || !isNewlyBehind(`${base} ${partyId} ${marketId}`, epoch.seq, verdict.state)) return
    const name = byId.get(marketId)?.code ?? shortId(marketId)
    const words =
      verdict.state === 'lost' ? `${name}: cannot recover this epoch` : `${name} is behind on its SLA. ${more}`
    raiseAlerts(partyId, [{ state: 'sla', words }], browserAlerts)
  })
  useEffect(() => report(), [verdict.state, readAt])
  return null
}

function WatchedProvider({ partyId }: { partyId: string }) {
  const { data, dataUpdatedAt } = useQuery(positionsQuery(partyId))
  return data?.rows.map(({ provider }) => (
    <WatchedPosition key={provider.marketId} partyId={partyId} provider={provider} readAt={dataUpdatedAt} />
  ))
}

/** Reads the liquidity positions of the watched parties for alerts, in the tab that raises them. */
export function SlaWatcher() {
  return usePreference('watched').map((partyId) => <WatchedProvider key={partyId} partyId={partyId} />)
}
