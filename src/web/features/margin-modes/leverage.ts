import { groupDigits, nearest, round, shiftDecimals, trimZeros } from '../../format/amount.ts'
import type { PartyMarginMode } from '../../../wire/margin-modes.ts'

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

const positive = /^\+?(\d+)(?:\.(\d+))?$/

/**
 * Leverage of a margin factor in millionths: 1 / factor, rounded to the nearest. The network keeps sixteen places of
 * the factor, so 1/7 arrives as 0.1428571428571429: truncating its inverse would turn 7 into 6.999999.
 * Undefined when the factor is absent, zero or negative.
 */
export function leverageInMillionths(factor = ''): bigint | undefined {
  const [, whole = '', fraction = ''] = positive.exec(factor) ?? []
  const units = BigInt(whole + fraction)
  return units === 0n ? undefined : nearest(10n ** BigInt(6 + fraction.length), units)
}

/** The same as text with six places. */
export function leverageOf(factor: string | undefined): string | undefined {
  const millionths = leverageInMillionths(factor)
  return millionths === undefined ? undefined : shiftDecimals(millionths.toString(), 6)
}

/** From this many digits before its point, leverage is shown as a power of ten. */
const longDigits = 7

/** `10000000000000000.000000` is `1.0 × 10¹⁶x`; undefined for what people can read in full. */
function asPower(leverage: string): string | undefined {
  const digits = leverage.split('.')[0]?.length ?? 0
  if (digits < longDigits) return undefined
  const exponent = String(digits - 1).replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)] ?? '')
  return `${round(shiftDecimals(leverage, digits - 1), 1)} × 10${exponent}x`
}

/** `'10.000000'` is `10.0x`, `'9.999000'` is `10.0x`: rounded half up. */
export const formatLeverage = (leverage: string): string => asPower(leverage) ?? `${groupDigits(round(leverage, 1))}x`

/** Without trailing zeros: `10x`, `2.5x`, for the lozenge. */
export const shortLeverage = (leverage: string): string =>
  asPower(leverage) ?? `${groupDigits(trimZeros(round(leverage, 1)))}x`
