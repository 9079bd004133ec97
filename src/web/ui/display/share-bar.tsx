import type { CSSProperties, ReactNode } from 'react'
import { isDecimal, multiply } from '../../format/amount.ts'
import { formatShare } from '../../format/percent.ts'
import { Exact } from './exact.tsx'
import styles from './share-bar.module.css'

const hues = 5

export interface SharePart {
  label: ReactNode
  /** A fraction as text: `'0.25'`. */
  share: string
  /** The fraction before it was rounded, so that all parts are 100 % together. */
  exact?: string
}

/** Parts of a whole in five steps of one hue and a rest, with a legend; exact values on hover and focus. */
export function ShareBar({ parts }: { parts: readonly SharePart[] }) {
  const drawn = parts.map((part, at) => ({
    ...part,
    key: at,
    percent: isDecimal(part.share) ? Math.min(100, Math.max(0, Number(multiply(part.share, '100')))) : 0,
    color: at < hues ? `var(--series-${at + 1})` : 'var(--series-rest)',
  }))
  return (
    <div className={styles.share}>
      <div className={styles.bar} aria-hidden="true">
        {drawn.map(({ key, percent, color }) => (
          <i key={key} style={{ '--b': color, '--v': percent } as CSSProperties} />
        ))}
      </div>
      <ul className={styles.legend}>
        {drawn.map(({ key, label, share, exact, color }) => (
          <li key={key}>
            <i style={{ '--b': color } as CSSProperties} aria-hidden="true" />
            <span>{label}</span>
            <b>
              <Exact exact={exact}>{formatShare(share, exact)}</Exact>
            </b>
          </li>
        ))}
      </ul>
    </div>
  )
}
