import type { ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'
import { riskIcons } from './state-badge.tsx'
import { type RiskState } from '../../../wire/spam/risk-state.ts'
import styles from './notice.module.css'

/** One sentence in a panel; `info` explains, risk states ask for attention. */
export function Notice(props: { state?: RiskState | 'info'; children: ReactNode; action?: ReactNode }) {
  const { state = 'info', children, action } = props
  return (
    <div className={styles.notice} data-state={state} role={state === 'info' ? undefined : 'status'}>
      <Icon name={state === 'info' ? 'info' : riskIcons[state]} />
      <div className={styles.text}>{children}</div>
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  )
}
