import { useId, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './panel.module.css'

export interface PanelProps {
  title?: ReactNode
  /** Muted text after the title. */
  count?: ReactNode
  /** At the right of the header: age, link, switch. */
  end?: ReactNode
  /** No padding around the body, for tables and lists. */
  flush?: boolean
  foot?: ReactNode
  children?: ReactNode
}

export function Panel({ title, count, end, flush = false, foot, children }: PanelProps) {
  const id = useId()
  const named = title !== undefined
  return (
    <section className={classNames(styles.panel, flush && styles.flush)} aria-labelledby={named ? id : undefined}>
      {(named || end !== undefined) && (
        <header className={styles.head}>
          {named && <h2 id={id}>{title}</h2>}
          {count !== undefined && <span className={styles.count}>{count}</span>}
          {end !== undefined && <div className={styles.end}>{end}</div>}
        </header>
      )}
      {children}
      {foot !== undefined && <footer className={styles.foot}>{foot}</footer>}
    </section>
  )
}
