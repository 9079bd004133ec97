import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import * as v from 'valibot'
import type { LiquidityProvider } from '../../wire/liquidity-providers.ts'
import { slaChangeSince, slaChangeWords, SlaRecord, type SlaVerdict } from '../../wire/sla/sla-verdict.ts'
import { nodeState } from '../client/node-status.ts'
import { useMarkets, useSettlement } from '../entities/labels.ts'
import { positionsQuery } from '../features/liquidity-providers/positions.ts'
import { minPollMs } from '../features/liquidity-providers/query.ts'
import { useSlaWords, useSlaVerdict } from '../features/liquidity-providers/sla/sla-cell.tsx'
import { browserAlerts } from '../features/spam-statistics/alerts/browser-alerts.ts'
import { raiseAlerts } from '../features/spam-statistics/watcher/alerts.ts'
import { shortId } from '../format/id.ts'
import { usePreference } from '../preferences/use-preferences.ts'
import { storedValue } from '../stored-value.ts'

/** What was last reported of each position. */
const reported = storedValue('localStorage', 'lyra.reported-sla', v.record(v.string(), SlaRecord))

/** The change of the position since what was last reported; it is recorded as reported. */
export function slaNews(
  position: string,
  epoch: string,
  state: SlaVerdict['state'],
  now: number,
): 'worse' | 'better' | undefined {
  const all = reported.get() ?? {}
  const { record, change } = slaChangeSince(all[position], state, epoch, now)
  if (!record || record === all[position]) return undefined
  // Reports of earlier epochs that ended well are dropped.
  const current = Object.entries(all).filter(([, report]) => report.epoch === epoch || report.open === true)
  reported.set({ ...Object.fromEntries(current), [position]: record })
  return change
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
  const { now } = useSlaWords({ verdict, marketId })
  const settlement = useSettlement(marketId)
  const { byId } = useMarkets()
  const report = useEffectEvent(() => {
    const { network, epoch } = nodeState.get()
    // The dashboard alerts only to what is worse.
    if (!epoch || slaNews(`${network} ${partyId} ${marketId}`, epoch.seq, verdict.state, Date.now()) !== 'worse') return
    const words = slaChangeWords(byId.get(marketId)?.code ?? shortId(marketId), now, settlement)
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
