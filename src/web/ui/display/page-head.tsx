import type { ReactNode } from 'react'
import styles from './page-head.module.css'

export function PageHead(props: { title: ReactNode; sub?: ReactNode; actions?: ReactNode; children?: ReactNode }) {
  const { title, sub, actions, children } = props
  return (
    <header className={styles.head}>
      <h1>{title}</h1>
      {sub !== undefined && <div className={styles.sub}>{sub}</div>}
      {children}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}
