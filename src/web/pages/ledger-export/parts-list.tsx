import { StateBadge } from '../../ui/state-badge.tsx'
import type { RiskState } from '../../ui/risk-state.ts'
import type { Part } from './run.ts'
import { rowWords } from './words.ts'
import styles from './page.module.css'

function stateOf({ verdict }: Part, current: boolean): { state: RiskState; words: string } {
  if (current && verdict === undefined) return { state: 'none', words: 'Under way' }
  switch (verdict?.state) {
    case undefined:
      return { state: 'unknown', words: 'To come' }
    case 'complete':
      return { state: 'ok', words: 'Verified' }
    case 'unchecked':
      return { state: 'watch', words: 'End not checked' }
    case 'stopped':
      return { state: 'none', words: 'Stopped' }
    case 'refused':
      return { state: 'limit', words: 'Refused' }
    case 'incomplete':
      return { state: 'limit', words: 'Cut' }
  }
}

/** The months of an export, each with its own verdict. */
export function PartsList({ parts, current }: { parts: readonly Part[]; current: Part | undefined }) {
  return (
    <ol className={styles.parts} aria-label="Months">
      {parts.map((part) => {
        const { state, words } = stateOf(part, part === current)
        const { result, attempts } = part
        return (
          <li key={part.url}>
            <span>{part.label}</span>
            <span className={styles.quiet}>
              {result ? rowWords(result.facts.rows) : ''}
              {attempts > 1 ? `, attempt ${attempts}` : ''}
            </span>
            <StateBadge state={state}>{words}</StateBadge>
          </li>
        )
      })}
    </ol>
  )
}
