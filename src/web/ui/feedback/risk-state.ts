import type { IconName } from '../icons/icon-paths.ts'

/**
 * Every state, the most severe first: the one order of severity, for the limits of a party and for parties alike. A
 * state that is unknown or has no record comes before OK, since it may be worse; a type that may not be sent, or has no
 * limit, asks nothing of the reader and comes last.
 */
export const riskOrder = ['banned', 'limit', 'near', 'watch', 'unknown', 'unrecorded', 'ok', 'denied', 'none'] as const

/** How near a limit is; `unrecorded` are the zeros of a key that the node does not know. Words and shapes are always shown with the colour. */
export type RiskState = (typeof riskOrder)[number]

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

/** Sorts the more severe state first. */
export const compareRisk = (a: RiskState, b: RiskState): number => riskOrder.indexOf(a) - riskOrder.indexOf(b)

/** The most severe of several; of none it is `unknown`. */
export function worst(states: Iterable<RiskState>): RiskState {
  const present = new Set(states)
  return riskOrder.find((state) => present.has(state)) ?? 'unknown'
}
