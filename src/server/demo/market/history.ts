import type { Row } from '../rows.ts'
import { type Past, startsOf } from '../past.ts'
import { tradeRow } from '../tables.ts'
import { bucketOf, type Candle } from './candle.ts'
import { type Chain, hour, type Micros, minute } from '../chain/chain.ts'
import type { Trading } from './trading.ts'

/** Candles after `from` up to the single trades: hours, then five minutes, then minutes, of which others are folds. */
export function* pastCandles(trading: Trading, from: Micros | undefined, now: Micros, past?: Past): Generator<Candle> {
  const starts = startsOf(now, past)
  const stretches: [Micros, Micros, Micros][] = [
    [starts.hours, starts.fiveMinutes, hour],
    [starts.fiveMinutes, starts.minutes, 5 * minute],
    [starts.minutes, starts.blocks, minute],
  ]
  for (const [start, end, length] of stretches) {
    const next = from === undefined ? start : Math.max(start, bucketOf(from, length) + length)
    yield* trading.candles(next, end, length)
  }
}

/** The first and the last block whose single trades are kept: after `from`, at most some hours back, up to now. */
export function recentHeights(chain: Chain, from: Micros | undefined, now: Micros, past?: Past): [number, number] {
  const start = startsOf(now, past).blocks
  const first = from === undefined || from < start ? chain.firstFrom(start) : chain.heightAt(from) + 1
  return [first, chain.heightAt(now)]
}

/** The trades of these blocks in the network's order, and a candle of each trade by market. */
export function recentTrades(tradings: readonly Trading[], chain: Chain, first: number, last: number) {
  const trades: Row[] = []
  const candles = new Map<Trading, Candle[]>(tradings.map((trading) => [trading, []]))
  for (let height = first; height <= last; height += 1) {
    const time = chain.timeOf(height)
    let sequence = 1
    for (const trading of tradings) {
      for (const trade of trading.tradesOf(height)) {
        const { price, size } = trade
        const prices = { open: price, close: price, high: price, low: price }
        const amounts = { volume: size, notional: size * price }
        candles.get(trading)?.push({ start: time, ...prices, ...amounts, lastUpdate: time + sequence })
        trades.push(tradeRow(trading.market.id, trade, time, sequence))
        sequence += 1
      }
    }
  }
  return { trades, candles }
}
