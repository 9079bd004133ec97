import type { ReactNode } from 'react'
import styles from './empty.module.css'

export interface EmptyProps {
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** Heading level: 3 in a titled panel, 2 elsewhere. */
  level?: 2 | 3
}

/** An empty result: what was requested and what to do next. Never used for a failure. */
export function Empty({ title, children, action, level = 3 }: EmptyProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className={styles.empty}>
      <svg width="88" height="44" viewBox="0 0 88 44" aria-hidden="true">
        <path d="M8 32L30 12L52 26L78 8" />
        {[
          [8, 32],
          [30, 12],
          [52, 26],
          [78, 8],
        ].map(([x, y]) => (
          <circle key={x} cx={x} cy={y} r="3.5" />
        ))}
      </svg>
      <Heading>{title}</Heading>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {action}
    </div>
  )
}
