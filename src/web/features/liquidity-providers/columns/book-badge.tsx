import { StateBadge } from '../../../ui/feedback/state-badge.tsx'
import type { ScoreRow } from '../scores/rows.ts'
import { onBook, type OnBook } from '../../../../wire/sla/sla-verdict.ts'

const looks = {
  on: { risk: 'ok', words: 'Requirement met' },
  off: { risk: 'limit', words: 'Not met' },
  free: { risk: 'none', words: 'Nothing required' },
  unknown: { risk: 'unknown', words: 'No data' },
} as const

export const verdictWords = (verdict: OnBook): string =>
  verdict.state === 'off' ? `Not met: ${verdict.short}` : looks[verdict.state].words

/** Whether a provider meets its requirement now, and otherwise which side is short. */
export const VerdictBadge = ({ verdict }: { verdict: OnBook }) => (
  <StateBadge state={looks[verdict.state].risk}>{verdictWords(verdict)}</StateBadge>
)

/** The same for a row, whose service level may still be loading. */
export function BookBadge({
  row: { provider, sla, verdict },
}: {
  row: Pick<ScoreRow, 'provider' | 'sla' | 'verdict'>
}) {
  if (verdict.state === 'stale') return <StateBadge state="stale">Stale</StateBadge>
  if (sla !== 'known') {
    return <StateBadge state="unknown">{sla === 'asking' ? 'Loading' : 'No response'}</StateBadge>
  }
  return <VerdictBadge verdict={onBook(provider.sla)} />
}
