import type { ReactNode } from 'react'
import styles from './in-order.module.css'

/**
 * Parts of a page below each other, whose heights are known only with their data. What follows a part that still waits is
 * invisible for the first seconds at an address (the shell's `data-arriving`), so that it does not jump when that part gets
 * its height; what could be read once stays. `narrow`: only where the window is too narrow for columns. A part waits while
 * it holds a skeleton or has `data-waiting`.
 */
export function InOrder({ narrow = false, children }: { narrow?: boolean; children: ReactNode }) {
  return (
    <div className={styles.parts} {...inOrder(narrow)}>
      {children}
    </div>
  )
}

/** The same for an element that exists anyway. */
export const inOrder = (narrow = false) => ({ 'data-in-order': narrow ? 'narrow' : 'always' })
