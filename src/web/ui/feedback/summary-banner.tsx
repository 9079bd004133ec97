import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icons/icon.tsx'
import { riskIcons } from './state-badge.tsx'
import { type RiskState } from '../../../wire/spam/risk-state.ts'
import styles from './summary-banner.module.css'

export interface SummaryBannerProps {
  state: RiskState | 'info'
  /** One sentence; `<em>` in it takes the colour of the state. */
  title: ReactNode
  children?: ReactNode
  icon?: IconName
  action?: ReactNode
  /** It is not known yet, for an `InOrder` around it. */
  waiting?: boolean
}

/** The sentence that opens a page or a failed panel. The tile is solid only when banned. */
export function SummaryBanner({ state, title, children, icon, action, waiting = false }: SummaryBannerProps) {
  return (
    <div className={styles.verdict} data-state={state} data-waiting={waiting || undefined}>
      <span className={styles.tile}>
        <Icon name={icon ?? (state === 'info' ? 'info' : riskIcons[state])} size="1.375rem" />
      </span>
      <div className={styles.words}>
        <h2>{title}</h2>
        {children !== undefined && <div className={styles.context}>{children}</div>}
      </div>
      {action !== undefined && <div className="row end">{action}</div>}
    </div>
  )
}
