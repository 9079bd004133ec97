import type { ReactNode } from 'react'
import styles from './table.module.css'

export interface TableProps {
  /** What it lists; the name of the table. */
  label: string
  /** Cells of the head. */
  head?: ReactNode
  /** Rows with two lines. */
  tall?: boolean
  children: ReactNode
}

/** A short table that is complete: no paging, no selection. Long lists use the grid of `listing`. */
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
