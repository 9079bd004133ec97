import { bucketOf, type Candle } from './market/candle.ts'
import { type Chain, day, hour, type Micros, minute } from './chain/chain.ts'
import { type Past, wholePast } from './past.ts'
import type { Trade, Trading } from './market/trading.ts'

export interface BlockTrades {
  height: number
  time: Micros
  trades: Trade[]
}

/** Where each resolution of the past begins, seen from the network's present; all on the edge of a UTC day or hour. */
export interface Reach {
  /** Candles of an hour and more, from a Monday on so that even the first week is whole. */
  hours: Micros
  fiveMinutes: Micros
  minutes: Micros
  /** Single trades. */
  blocks: Micros
}

export const reachOf = (now: Micros, past: Past = wholePast): Reach => ({
  hours: bucketOf(now - past.hours, 7 * day),
  fiveMinutes: bucketOf(now - past.fiveMinutes, day),
  minutes: bucketOf(now - past.minutes, day),
  blocks: bucketOf(now - past.blocks, hour),
})

/** From when on candles of this length exist. */
export function reachFor(length: Micros, now: Micros, past?: Past): Micros {
  const reach = reachOf(now, past)
  if (length < 5 * minute) return reach.minutes
  return length < hour ? reach.fiveMinutes : reach.hours
}

/**
 * Candles of one market after `from` (the beginning, when undefined) up to the single trades: hours far back, then five
 * minutes, then minutes, in time order. Coarser intervals are folds of these, so all intervals agree.
 */
export function* pastCandles(trading: Trading, from: Micros | undefined, now: Micros, past?: Past): Generator<Candle> {
  const reach = reachOf(now, past)
  const stretches: [Micros, Micros, Micros][] = [
    [reach.hours, reach.fiveMinutes, hour],
    [reach.fiveMinutes, reach.minutes, 5 * minute],
    [reach.minutes, reach.blocks, minute],
  ]
  for (const [start, end, length] of stretches) {
    const next = from === undefined ? start : Math.max(start, bucketOf(from, length) + length)
    yield* trading.candles(next, end, length)
  }
}

/** The blocks whose single trades are kept: after `from`, at most some hours back, up to now. */
export function recentHeights(
  chain: Chain,
  from: Micros | undefined,
  now: Micros,
  past?: Past,
): { first: number; last: number } {
  const start = reachOf(now, past).blocks
  const first = from === undefined || from < start ? chain.firstFrom(start) : chain.heightAt(from) + 1
  return { first, last: chain.heightAt(now) }
}

/** The trades of one market in these blocks; silent blocks are left out. */
export function* blockTrades(trading: Trading, chain: Chain, first: number, last: number): Generator<BlockTrades> {
  for (let height = first; height <= last; height += 1) {
    const trades = trading.tradesOf(height)
    if (trades.length > 0) yield { height, time: chain.timeOf(height), trades }
  }
}
