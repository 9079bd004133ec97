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

/** An extent whose integers are text: comparing text is faster than creating a BigInt for each amount of each candle. */
interface TextExtent {
  low?: string
  high: string
  volume: string
  notional: string
  zeros: number
}

const textOf = (extent: Extent | undefined): TextExtent =>
  extent
    ? {
        low: String(extent.low),
        high: String(extent.high),
        volume: String(extent.volume),
        notional: String(extent.notional),
        zeros: extent.zeros,
      }
    : { high: '0', volume: '0', notional: '0', zeros: Number.POSITIVE_INFINITY }

function include(extent: TextExtent, { open, high, low, close, volume, notional }: Candle): void {
  const lowest = low || close
  extent.low = lesser(lowest, extent.low ?? lowest)
  extent.high = greater(high || close, extent.high)
  extent.volume = greater(volume, extent.volume)
  extent.notional = greater(notional, extent.notional)
  if (extent.zeros === 0) return
  for (const price of [open, high, low, close])
    if (price !== '' && price !== '0') extent.zeros = Math.min(extent.zeros, trailingZeros(price))
}

/** Extends an extent by candles starting at `from`; undefined before the first trade. Removed candles still count. */
export function extend(extent: Extent | undefined, candles: readonly Candle[], from = 0): Extent | undefined {
  const widened = textOf(extent)
  for (let index = from; index < candles.length; index++) if (!isGap(candles[index]!)) include(widened, candles[index]!)
  const { low, high, volume, notional, zeros } = widened
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
