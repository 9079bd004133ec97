import { StateBadge } from '../../../ui/feedback/state-badge.tsx'
import type { RiskState } from '../../../ui/feedback/risk-state.ts'
import { Hash } from './hash.tsx'
import type { Part, RunFile } from '../run/run.ts'
import { rowWords } from '../format-bytes.ts'
import styles from '../page.module.css'

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

interface PartsListProps {
  parts: readonly Part[]
  current: Part | undefined
  /** The files that the months went into. */
  files?: readonly RunFile[]
  /** The files were handed over in another form than the one that was hashed. */
  changed?: boolean
}

/** The months of an export, each with its own verdict, and with its own hash when it is a file of its own. */
export function PartsList({ parts, current, files = [], changed = false }: PartsListProps) {
  return (
    <ol className={styles.parts} aria-label="Months">
      {parts.map((part) => {
        const { state, words } = stateOf(part, part === current)
        const { result, attempts } = part
        const sha256 = files.length > 1 ? files[part.file]?.sha256 : undefined
        return (
          <li key={part.url}>
            <span>{part.label}</span>
            <span className={styles.quiet}>
              {result ? rowWords(result.facts.rows) : ''}
              {attempts > 1 ? `, attempt ${attempts}` : ''}
              {sha256 !== undefined && (
                <>
                  , SHA-256{changed && ' of the original'} <Hash sha256={sha256} of={part.label} />
                </>
              )}
            </span>
            <StateBadge state={state}>{words}</StateBadge>
          </li>
        )
      })}
    </ol>
  )
}
