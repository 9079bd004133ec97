import {
  blockInterval,
  bucketOrigin,
  candleTable,
  defaultIntervals,
  intervalLength,
} from '../../../wire/candle-interval.ts'
import type { Micros } from '../chain/chain.ts'

/** Decimals as in the wire's candle; the demo is scaled so that a week's notional is a safe integer. */
export interface Candle {
  start: Micros
  open: number
  close: number
  high: number
  low: number
  volume: number
  notional: number
  lastUpdate: Micros
}

/** Every interval that has a table, finest first. */
export const intervals = defaultIntervals
  .filter((name) => name !== blockInterval)
  .map((name) => ({ name, table: candleTable(name), length: Number(intervalLength(name) ?? 0n) / 1000 }))

const origin = Date.parse(bucketOrigin) * 1000

/** The start of the bucket that holds the time: `bucketStart` in plain numbers, since a past is made of millions of them. */
export const bucketOf = (time: Micros, length: Micros): Micros => origin + Math.floor((time - origin) / length) * length

/** One candle of two neighbours, the earlier first; starts where the earlier does. */
export function join(earlier: Candle, later: Candle): Candle {
  return {
    start: earlier.start,
    open: earlier.open,
    close: later.close,
    high: Math.max(earlier.high, later.high),
    low: Math.min(earlier.low, later.low),
    volume: earlier.volume + later.volume,
    notional: earlier.notional + later.notional,
    lastUpdate: Math.max(earlier.lastUpdate, later.lastUpdate),
  }
}

/** The candles of an interval from pieces in time order, none of which reaches over a bucket's end. */
export function* fold(pieces: Iterable<Candle>, length: Micros): Generator<Candle> {
  let current: Candle | undefined
  for (const piece of pieces) {
    const start = bucketOf(piece.start, length)
    if (current?.start === start) current = join(current, piece)
    else {
      if (current) yield current
      current = { ...piece, start }
    }
  }
  if (current) yield current
}
