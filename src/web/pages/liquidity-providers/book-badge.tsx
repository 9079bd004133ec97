import { StateBadge } from '../../ui/state-badge.tsx'
import type { ScoreRow } from './rows.ts'
import { onBook, type OnBook } from './score.ts'

/** The verdict on a provider in two or three words. */
export function verdictWords(verdict: OnBook): string {
  switch (verdict.state) {
    case 'on':
      return 'On book'
    case 'off':
      return `Off: ${verdict.short}`
    case 'free':
      return 'Nothing required'
    default:
      return 'No data'
  }
}

const risk = { on: 'ok', off: 'limit', free: 'none', unknown: 'unknown' } as const

/** On the book, off it (and on which side), or not known. */
export function BookBadge({ row: { provider, sla } }: { row: Pick<ScoreRow, 'provider' | 'sla'> }) {
  if (sla !== 'known') {
    return <StateBadge state="unknown">{sla === 'asking' ? 'Asking' : 'Not answered'}</StateBadge>
  }
  const verdict = onBook(provider.sla)
  return <StateBadge state={risk[verdict.state]}>{verdictWords(verdict)}</StateBadge>
}
