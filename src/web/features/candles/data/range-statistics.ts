import type { Candle } from '../../../../wire/candles.ts'
import { compareIntegers, isGap } from './merge-candles.ts'

/** Statistics of a range of candles; prices, volume and notional are raw integers. */
export interface RangeStatistics {
  periods: number
  empty: number
  volume: bigint
  notional: bigint
  traded?: { open: string; high: string; low: string; close: string }
}

interface Totals {
  volume: bigint
  notional: bigint
}

const totals = new WeakMap<readonly Candle[], readonly Totals[]>()

/** Sums of all candles before each, and of all of them last; kept, as every figure of a range takes two of them. */
function totalsOf(candles: readonly Candle[]): readonly Totals[] {
  const known = totals.get(candles)
  if (known) return known
  let [volume, notional] = [0n, 0n]
  const sums = [{ volume, notional }]
  for (const candle of candles) {
    if (!isGap(candle)) {
      volume += BigInt(candle.volume)
      notional += BigInt(candle.notional)
    }
    sums.push({ volume, notional })
  }
  totals.set(candles, sums)
  return sums
}

/** What `candles[first..last]`, both included, traded. */
export function tradedIn(candles: readonly Candle[], first: number, last: number): Totals {
  const sums = totalsOf(candles)
  const [before, end] = [sums[Math.max(0, first)], sums[Math.min(candles.length, last + 1)]]
  if (!before || !end || last < first) return { volume: 0n, notional: 0n }
  return { volume: end.volume - before.volume, notional: end.notional - before.notional }
}

export function rangeStatistics(candles: readonly Candle[], first: number, last: number): RangeStatistics {
  const statistics: RangeStatistics = { periods: 0, empty: 0, ...tradedIn(candles, first, last) }
  for (const candle of candles.slice(Math.max(0, first), Math.max(0, last + 1))) {
    statistics.periods++
    if (isGap(candle)) {
      statistics.empty++
      continue
    }
    const [high, low] = [candle.high || candle.close, candle.low || candle.close]
    const traded = (statistics.traded ??= { open: candle.open, high, low, close: '' })
    if (compareIntegers(high, traded.high) > 0) traded.high = high
    if (compareIntegers(low, traded.low) < 0) traded.low = low
    traded.close = candle.close
  }
  return statistics
}

/** Sums of `candles[first..last]`, both included, for the VWAP from the start of the range; undefined at a gap. */
export function totalsAt(candles: readonly Candle[], first: number, last: number) {
  const at = candles[last]
  if (!at || isGap(at)) return undefined
  const traded = tradedIn(candles, first, last)
  return traded.volume === 0n ? undefined : traded
}

/** VWAP as a raw price with `extra` more decimals, rounded half up: the size's decimals cancel out. */
export function vwap(notional: bigint, volume: bigint, extra: number): bigint | undefined {
  if (volume === 0n) return undefined
  return (notional * 10n ** BigInt(extra) * 2n + volume) / (volume * 2n)
}
