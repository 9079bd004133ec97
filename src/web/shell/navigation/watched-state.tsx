import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { spamStatisticsQuery } from '../../features/spam-statistics/query.ts'
import { useVerdict } from '../../features/spam-statistics/verdict/use-verdict.ts'
import { usePreferences } from '../../preferences/use-preferences.ts'
import { StateBadge } from '../../ui/feedback/state-badge.tsx'

/** Slow enough for twenty watched parties to leave the budget to the page in view. */
const pace = 30_000

/** As below, from what was asked already: the palette asks for nothing. `children` stand for what is not known. */
export function KnownState({ partyId, children }: { partyId: string; children?: ReactNode }) {
  const { data, dataUpdatedAt } = useQuery({ ...spamStatisticsQuery(partyId), enabled: false })
  const told = useVerdict({ partyId, data, dataUpdatedAt }, false)
  return told ? <StateBadge state={told.worst} /> : children
}

/** The worst limit of a watched party as an icon with its word; nothing until the node has said. */
export function WatchedState({ partyId }: { partyId: string }) {
  // Read here, so that going on after a pause starts the clock again.
  const { live } = usePreferences()
  const { data, dataUpdatedAt } = useQuery({
    ...spamStatisticsQuery(partyId),
    staleTime: pace,
    refetchInterval: live ? pace : false,
    refetchIntervalInBackground: false,
  })
  const told = useVerdict({ partyId, data, dataUpdatedAt })
  return told && <StateBadge state={told.worst} compact />
}
