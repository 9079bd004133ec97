import type { Candle } from '../../../../wire/candles.ts'
import { isGap } from './merge-candles.ts'

/** Price and amount range of a series of candles, in raw integers. */
export interface Extent {
  low: bigint
  high: bigint
  volume: bigint
  notional: bigint
  /** The smallest number of trailing zeros of any price. */
  zeros: number
}

const trailingZeros = (raw: string): number => /0*$/.exec(raw)?.[0].length ?? 0

/** The extent of all candles with trades; undefined before the first one. */
export function extentOf(candles: readonly Candle[]): Extent | undefined {
  let extent: Extent | undefined
  for (const candle of candles) {
    if (isGap(candle)) continue
    const { open, high, low, close } = candle
    const [highest, lowest] = [BigInt(high || close), BigInt(low || close)]
    const [volume, notional] = [BigInt(candle.volume), BigInt(candle.notional)]
    extent ??= { low: lowest, high: highest, volume, notional, zeros: Number.POSITIVE_INFINITY }
    if (lowest < extent.low) extent.low = lowest
    if (highest > extent.high) extent.high = highest
    if (volume > extent.volume) extent.volume = volume
    if (notional > extent.notional) extent.notional = notional
    for (const price of [open, high, low, close])
      if (price !== '' && price !== '0') extent.zeros = Math.min(extent.zeros, trailingZeros(price))
  }
  return extent
}

/** Digits that a double represents exactly; drawing more would show invented digits. */
const exactDigits = 15
/** Limit for longer prices: with more decimals the axis would show only zeros. */
const maxDigits = 10

/** Decimals of the price axis: all of the market's, or those in use where a price exceeds a double's digits. */
export const axisDigits = (extent: Extent, decimals: number): number =>
  String(extent.high).length <= exactDigits ? Math.max(0, decimals) : Math.min(shownDigits(extent, decimals), maxDigits)

/** The fewest decimals that show every price of the extent exactly. */
export const shownDigits = (extent: Extent | undefined, decimals: number): number =>
  extent && Number.isFinite(extent.zeros) ? Math.max(0, decimals - extent.zeros) : Math.max(0, decimals)
