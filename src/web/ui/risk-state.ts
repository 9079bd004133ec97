import type { IconName } from './icon-paths.ts'

/** How near a limit is. Words and shapes are always shown with the colour. */
export type RiskState = 'ok' | 'watch' | 'near' | 'limit' | 'banned' | 'none' | 'denied' | 'unknown'

export const riskWords: Readonly<Record<RiskState, string>> = {
  ok: 'OK',
  watch: 'Watch',
  near: 'Near',
  limit: 'At limit',
  banned: 'Banned',
  none: 'No limit',
  denied: 'Not allowed',
  unknown: 'Unknown',
}

export const riskIcons: Readonly<Record<RiskState, IconName>> = {
  ok: 'ok',
  watch: 'eye',
  near: 'warning',
  limit: 'stop',
  banned: 'ban',
  none: 'infinity',
  denied: 'lock',
  unknown: 'question',
}

/** Worst first. What is unknown ranks above OK: not knowing is no good news. */
export const riskOrder: readonly RiskState[] = ['banned', 'limit', 'near', 'watch', 'unknown', 'ok', 'denied', 'none']

/** Sorts the worse state first. */
export const compareRisk = (a: RiskState, b: RiskState): number => riskOrder.indexOf(a) - riskOrder.indexOf(b)

/** The worst of several; of none it is `unknown`. */
export function worst(states: Iterable<RiskState>): RiskState {
  const present = new Set(states)
  return riskOrder.find((state) => present.has(state)) ?? 'unknown'
}
