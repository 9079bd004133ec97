import type { ReactNode } from 'react'
import { StateBadge } from '../../../ui/feedback/state-badge.tsx'
import { type PartyStatistics, useVerdict } from './use-verdict.ts'

/** The worst limit of a party from loaded data only, without a request; `children` where there is none. */
export function KnownState({ children, ...party }: PartyStatistics & { children?: ReactNode }): ReactNode {
  const verdict = useVerdict(party, { enabled: false })
  return verdict ? <StateBadge state={verdict.worst} /> : children
}
