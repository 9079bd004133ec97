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
      <Heading>{title}</Heading>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {action}
    </div>
  )
}
