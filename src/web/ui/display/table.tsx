import type { ReactNode } from 'react'
import styles from './table.module.css'

export interface TableProps {
  label: string
  head?: ReactNode
  /** Rows with two lines. */
  tall?: boolean
  children: ReactNode
}

/** A short, complete table without paging or selection. Long lists use the data grid. */
export function Table({ label, head, tall = false, children }: TableProps) {
  return (
    <div className={styles.scroller}>
      <table className={styles.table} aria-label={label} data-tall={tall || undefined}>
        {head !== undefined && (
          <thead>
            <tr>{head}</tr>
          </thead>
        )}
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
