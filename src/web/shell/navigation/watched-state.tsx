import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { spamStatisticsQuery } from '../../features/spam-statistics/query.ts'
import { useVerdict } from '../../features/spam-statistics/verdict/use-verdict.ts'
import { usePreferences } from '../../preferences/use-preferences.ts'
import { StateBadge } from '../../ui/feedback/state-badge.tsx'

/** Milliseconds; twenty watched parties leave most of the rate limit to the page. */
const intervalMs = 30_000

/** The same from loaded data only, without a request. `children` replace what is not loaded. */
export function KnownState({ partyId, children }: { partyId: string; children?: ReactNode }) {
  const { data, dataUpdatedAt } = useQuery({ ...spamStatisticsQuery(partyId), enabled: false })
  const verdict = useVerdict({ partyId, data, dataUpdatedAt }, false)
  return verdict ? <StateBadge state={verdict.worst} /> : children
}

/** The worst limit of a watched party; nothing until it is loaded. */
export function WatchedState({ partyId }: { partyId: string }) {
  // Read here, so that going on after a pause starts the clock again.
  const { live } = usePreferences()
  const { data, dataUpdatedAt } = useQuery({
    ...spamStatisticsQuery(partyId),
    staleTime: intervalMs,
    refetchInterval: live ? intervalMs : false,
    refetchIntervalInBackground: false,
  })
  const verdict = useVerdict({ partyId, data, dataUpdatedAt })
  return verdict && <StateBadge state={verdict.worst} compact />
}
