import type { ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'
import { riskWords, type RiskState } from '../../../wire/spam/risk-state.ts'
import styles from './state-badge.module.css'
import type { IconName } from '../icons/icon-paths.ts'

export const riskIcons: Readonly<Record<RiskState, IconName>> = {
  ok: 'ok',
  watch: 'eye',
  near: 'warning',
  limit: 'stop',
  banned: 'ban',
  confirming: 'timer',
  stale: 'clock',
  none: 'infinity',
  denied: 'lock',
  unknown: 'question',
  unrecorded: 'info',
}

/** A state as word, icon and colour. Children replace the word; `compact` shows it to assistive technology only. */
export function StateBadge(props: { state: RiskState; children?: ReactNode; compact?: boolean }) {
  const { state, children = riskWords[state], compact = false } = props
  return (
    <span
      className={styles.state}
      data-state={state}
      data-compact={compact || undefined}
      title={compact ? riskWords[state] : undefined}
    >
      <Icon name={riskIcons[state]} size="0.875rem" />
      <span className={compact ? 'visually-hidden' : undefined}>{children}</span>
    </span>
  )
}
