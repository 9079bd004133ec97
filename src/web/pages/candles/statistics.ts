import type { Candle } from '../../../wire/candles.ts'
import { compareIntegers, isGap } from './merge.ts'

/** What happened in a stretch of candles; prices, volume and notional are raw integers. */
export interface RangeStatistics {
  periods: number
  /** Periods without trades. */
  empty: number
  volume: bigint
  notional: bigint
  /** Absent when nothing was traded in the range. */
  traded?: { open: string; high: string; low: string; close: string }
}

/** Exact statistics of `candles[first..last]`, both included. */
export function rangeStatistics(candles: readonly Candle[], first: number, last: number): RangeStatistics {
  const statistics: RangeStatistics = { periods: 0, empty: 0, volume: 0n, notional: 0n }
  for (let index = Math.max(0, first); index <= Math.min(last, candles.length - 1); index++) {
    const candle = candles[index]!
    statistics.periods++
    if (isGap(candle)) {
      statistics.empty++
      continue
    }
    statistics.volume += BigInt(candle.volume)
    statistics.notional += BigInt(candle.notional)
    const [high, low] = [candle.high || candle.close, candle.low || candle.close]
    const traded = (statistics.traded ??= { open: candle.open, high, low, close: '' })
    if (compareIntegers(high, traded.high) > 0) traded.high = high
    if (compareIntegers(low, traded.low) < 0) traded.low = low
    traded.close = candle.close
  }
  return statistics
}

/**
 * Volume-weighted average price as a raw price integer with `extra` more places, rounded half up; undefined without
 * volume. Notional is price times size, so the places of the size cancel out (interface.md 2.5).
 */
export function vwap(notional: bigint, volume: bigint, extra: number): bigint | undefined {
  if (volume === 0n) return undefined
  return (notional * 10n ** BigInt(extra) * 2n + volume) / (volume * 2n)
}

/** Sums from `first` on: what the VWAP "from range start" is made of, one per candle; undefined at a gap. */
export function runningSums(
  candles: readonly Candle[],
  first: number,
  last: number,
): ({ notional: bigint; volume: bigint } | undefined)[] {
  let [notional, volume] = [0n, 0n]
  const sums: ({ notional: bigint; volume: bigint } | undefined)[] = []
  for (let index = first; index <= last; index++) {
    const candle = candles[index]!
    notional += BigInt(candle.notional)
    volume += BigInt(candle.volume)
    sums.push(isGap(candle) || volume === 0n ? undefined : { notional, volume })
  }
  return sums
}
