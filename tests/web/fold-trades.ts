import { bucketStart } from '../../src/wire/candle-interval.ts'
import type { Candle } from '../../src/wire/candles.ts'

/** One trade of a test. */
export interface Trade {
  /** Block time. */
  at: bigint
  price: bigint
  size: bigint
}
const lengths = { '1 hour': 3_600_000_000_000n, '1 minute': 60_000_000_000n, block: 1n } as const
export type FoldInterval = keyof typeof lengths

/** Folds ascending trades into candles as a node does, with `lastUpdate` one microsecond after the block. */
export function foldTrades(trades: readonly Trade[], name: FoldInterval): Candle[] {
  const candles = new Map<bigint, Candle>()
  for (const { at, price, size } of trades) {
    const start = name === 'block' ? at : bucketStart(at, lengths[name])
    const before = candles.get(start)
    const prices = [price, ...(before ? [BigInt(before.high), BigInt(before.low)] : [])]
    candles.set(start, {
      start: String(start),
      lastUpdate: String(at + 1000n),
      open: before?.open ?? String(price),
      high: String(prices.reduce((a, b) => (a > b ? a : b))),
      low: String(prices.reduce((a, b) => (a < b ? a : b))),
      close: String(price),
      volume: String(BigInt(before?.volume ?? '0') + size),
      notional: String(BigInt(before?.notional ?? '0') + price * size),
    })
  }
  return [...candles.values()]
}
