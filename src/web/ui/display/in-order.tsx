import type { ReactNode } from 'react'
import styles from './in-order.module.css'

type Where = 'always' | 'narrow' | 'phone'

/**
 * Parts of a page below each other, whose heights are known only with their data. What follows a part that still waits is
 * invisible for the first seconds at an address (the shell's `data-arriving`), so that it does not jump when that part gets
 * its height; what could be read once stays. `narrow`: only where the window is too narrow for columns, `phone`: only where
 * it is too narrow for words beside a button. A part waits while it holds a skeleton or has `data-waiting`.
 */
export function InOrder({ where = 'always', children }: { where?: Where; children: ReactNode }) {
  return (
    <div className={styles.parts} {...inOrder(where)}>
      {children}
    </div>
  )
}

/** The same for an element that exists anyway. */
export const inOrder = (where: Where = 'always') => ({ 'data-in-order': where })
