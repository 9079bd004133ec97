import { Fragment, type CSSProperties, type ReactNode } from 'react'
import styles from './bar-list.module.css'

interface BarRow {
  label: ReactNode
  value: ReactNode
  /** Length of the bar, 0..1; for drawing only. */
  share: number
}

export function BarList({ rows }: { rows: readonly BarRow[] }) {
  return (
    <dl className={styles.bars}>
      {rows.map(({ label, value, share }, at) => (
        <Fragment key={at}>
          <dt>{label}</dt>
          <dd className={styles.track} aria-hidden="true">
            <i style={{ '--v': Math.min(1, Math.max(0, share)) * 100 } as CSSProperties} />
          </dd>
          <dd className={styles.value}>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
