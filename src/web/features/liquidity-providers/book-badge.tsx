import { StateBadge } from '../../ui/feedback/state-badge.tsx'
import type { ScoreRow } from './scores/rows.ts'
import { onBook, type OnBook } from './scores/score.ts'

export function verdictWords(verdict: OnBook): string {
  switch (verdict.state) {
    case 'on':
      return 'Meets requirement'
    case 'off':
      return `Below: ${verdict.short}`
    case 'free':
      return 'Nothing required'
    default:
      return 'No data'
  }
}

const risk = { on: 'ok', off: 'limit', free: 'none', unknown: 'unknown' } as const

/** Whether a provider meets its requirement now, and otherwise which side is short. */
export const VerdictBadge = ({ verdict }: { verdict: OnBook }) => (
  <StateBadge state={risk[verdict.state]}>{verdictWords(verdict)}</StateBadge>
)

/** The same for a row, whose service level may still be loading. */
export function BookBadge({ row: { provider, sla } }: { row: Pick<ScoreRow, 'provider' | 'sla'> }) {
  if (sla !== 'known') {
    return <StateBadge state="unknown">{sla === 'asking' ? 'Asking' : 'Not answered'}</StateBadge>
  }
  return <VerdictBadge verdict={onBook(provider.sla)} />
}
