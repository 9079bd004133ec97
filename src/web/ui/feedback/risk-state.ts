import type { IconName } from '../icons/icon-paths.ts'

/** How near a limit is; `unrecorded` are the zeros of a key that the node does not know. Words and shapes are always shown with the colour. */
export type RiskState = 'ok' | 'watch' | 'near' | 'limit' | 'banned' | 'none' | 'denied' | 'unknown' | 'unrecorded'

export const riskWords: Readonly<Record<RiskState, string>> = {
  ok: 'OK',
  watch: 'Watch',
  near: 'Near',
  limit: 'At limit',
  banned: 'Banned',
  none: 'No limit',
  denied: 'Not allowed',
  unknown: 'Unknown',
  unrecorded: 'No record',
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
  unrecorded: 'info',
}

/** Worst first. What is unknown or has no record ranks above OK: not knowing is no good news. */
export const riskOrder: readonly RiskState[] = [
  'banned',
  'limit',
  'near',
  'watch',
  'unknown',
  'unrecorded',
  'ok',
  'denied',
  'none',
]

/** Sorts the worse state first. */
export const compareRisk = (a: RiskState, b: RiskState): number => riskOrder.indexOf(a) - riskOrder.indexOf(b)

/** The worst of several; of none it is `unknown`. */
export function worst(states: Iterable<RiskState>): RiskState {
  const present = new Set(states)
  return riskOrder.find((state) => present.has(state)) ?? 'unknown'
}
