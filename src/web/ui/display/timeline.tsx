import type { ReactNode } from 'react'
import styles from './timeline.module.css'

export interface TimelineItem {
  title: ReactNode
  detail?: ReactNode
  end?: ReactNode
  current?: boolean
  badge?: ReactNode
}

/** Events, newest first; the current one is solid. */
export function Timeline({ items }: { items: readonly TimelineItem[] }) {
  return (
    <ol className={styles.timeline}>
      {items.map(({ title, detail, end, current = false, badge }, at) => (
        <li key={at} aria-current={current || undefined}>
          <i aria-hidden="true" />
          <span className={styles.title}>
            {title}
            {badge}
          </span>
          <span className={styles.end}>{end}</span>
          {detail !== undefined && <small>{detail}</small>}
        </li>
      ))}
    </ol>
  )
}
