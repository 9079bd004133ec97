import type { Candle } from '../../../../wire/candles.ts'
import { compareIntegers, isGap } from './merge-candles.ts'

/** Price and amount range of a series of candles, in raw integers. */
export interface Extent {
  low: bigint
  high: bigint
  volume: bigint
  notional: bigint
  /** The smallest number of trailing zeros of any price. */
  zeros: number
}

const trailingZeros = (raw: string): number => {
  let count = 0
  while (count < raw.length - 1 && raw.charCodeAt(raw.length - 1 - count) === 48) count++
  return count
}

const lesser = (a: string, b: string): string => (compareIntegers(a, b) <= 0 ? a : b)
const greater = (a: string, b: string): string => (compareIntegers(a, b) >= 0 ? a : b)

/** Cache for whole lists, which are immutable: statistics and chart request the extent of the same list. */
const known = new WeakMap<readonly Candle[], { extent: Extent | undefined }>()

/** Extends an extent by candles starting at `from`; undefined before the first trade. Removed candles still count. */
export function extend(extent: Extent | undefined, candles: readonly Candle[], from = 0): Extent | undefined {
  if (extent !== undefined || from > 0) return widen(extent, candles, from)
  const before = known.get(candles)
  if (before) return before.extent
  const whole = widen(undefined, candles, 0)
  known.set(candles, { extent: whole })
  return whole
}

function widen(extent: Extent | undefined, candles: readonly Candle[], from: number): Extent | undefined {
  // Compare as text: creating 200,000 BigInts for 50,000 candles would take longer than drawing them.
  let low = extent && String(extent.low)
  let high = String(extent?.high ?? 0)
  let volume = String(extent?.volume ?? 0)
  let notional = String(extent?.notional ?? 0)
  let zeros = extent?.zeros ?? Number.POSITIVE_INFINITY
  for (let index = from; index < candles.length; index++) {
    const candle = candles[index]!
    if (isGap(candle)) continue
    const lowest = candle.low || candle.close
    low = low === undefined ? lowest : lesser(lowest, low)
    high = greater(candle.high || candle.close, high)
    volume = greater(candle.volume, volume)
    notional = greater(candle.notional, notional)
    if (zeros === 0) continue
    for (const price of [candle.open, candle.high, candle.low, candle.close]) {
      if (price !== '' && price !== '0') zeros = Math.min(zeros, trailingZeros(price))
    }
  }
  if (low === undefined) return undefined
  return { low: BigInt(low), high: BigInt(high), volume: BigInt(volume), notional: BigInt(notional), zeros }
}

/** Digits that a double represents exactly; drawing more would show invented digits. */
const exactDigits = 15
/** Limit for longer prices: with more decimals the axis would show only zeros. */
const maxDigits = 10

/**
 * Decimals of the price axis and its labels: all of the market's, as in legend and tables. If a price has more digits than a
 * double holds, only the decimals in use.
 */
export const axisDigits = (extent: Extent, decimals: number): number =>
  String(extent.high).length <= exactDigits ? Math.max(0, decimals) : Math.min(shownDigits(extent, decimals), maxDigits)

/** The fewest decimals that show every price of the extent exactly. */
export const shownDigits = (extent: Extent | undefined, decimals: number): number =>
  extent && Number.isFinite(extent.zeros) ? Math.max(0, decimals - extent.zeros) : Math.max(0, decimals)
