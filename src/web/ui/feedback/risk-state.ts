import type { RiskState } from '../../../wire/spam/risk-state.ts'
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
