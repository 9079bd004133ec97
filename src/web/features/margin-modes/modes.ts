import type { PartyMarginMode } from '../../../wire/margin-modes.ts'
import { leverageOf, shortLeverage } from './leverage.ts'

/** The margin modes on the wire. */
export const cross = 'MARGIN_MODE_CROSS_MARGIN'
export const isolated = 'MARGIN_MODE_ISOLATED_MARGIN'

export type Mode = Pick<PartyMarginMode, 'marginMode' | 'marginFactor'>

/** Cross, Isolated 10x, or the wire's name of an unknown mode. */
export function modeWords({ marginMode, marginFactor }: Mode): string {
  if (marginMode === cross) return 'Cross'
  if (marginMode !== isolated) return marginMode
  const leverage = leverageOf(marginFactor)
  return leverage === undefined ? 'Isolated' : `Isolated ${shortLeverage(leverage)}`
}
