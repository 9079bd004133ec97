import type { ReactNode } from 'react'
import styles from './lozenge.module.css'

/** A kind of thing (Cross, Isolated 10x, Current), never a state. */
export function Lozenge({ tone = 'plain', children }: { tone?: 'plain' | 'line' | 'accent'; children: ReactNode }) {
  return (
    <span className={styles.lozenge} data-tone={tone}>
      {children}
    </span>
  )
}
