/** All states by severity, the most severe first. Unknown ones come before OK, since they may be worse. */
export const riskOrder = [
  'banned',
  'confirming',
  'limit',
  'near',
  'watch',
  'stale',
  'unknown',
  'unrecorded',
  'ok',
  'denied',
  'none',
] as const

/**
 * `confirming` marks a ban that has run out while the node still reports it, `stale` values too old to judge by, `unrecorded`
 * the zeros of a key that the node does not know. Colour is never shown without word and shape.
 */
export type RiskState = (typeof riskOrder)[number]

export const riskWords: Readonly<Record<RiskState, string>> = {
  ok: 'OK',
  watch: 'Watch',
  near: 'Near',
  limit: 'At limit',
  banned: 'Banned',
  confirming: 'Confirming',
  stale: 'Stale',
  none: 'No limit',
  denied: 'Not allowed',
  unknown: 'Unknown',
  unrecorded: 'No record',
}

export const compareRisk = (a: RiskState, b: RiskState): number => riskOrder.indexOf(a) - riskOrder.indexOf(b)

/** The most severe state; `unknown` for none. */
export function worst(states: Iterable<RiskState>): RiskState {
  const present = new Set(states)
  return riskOrder.find((state) => present.has(state)) ?? 'unknown'
}
