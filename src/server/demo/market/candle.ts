import { day, hour, type Micros, minute } from '../chain/chain.ts'

/**
 * Prices in market decimals, `volume` in position decimals, `notional` in both together. The demo's markets are
 * scaled so that even a week's notional is a safe integer, so plain numbers are exact here.
 */
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

export interface Interval {
  /** As in the table's name `trades_candle_<name>`. */
  name: string
  length: Micros
}

/** Every interval that has a table, finest first. */
export const intervals: readonly Interval[] = [
  { name: '1_minute', length: minute },
  { name: '5_minutes', length: 5 * minute },
  { name: '15_minutes', length: 15 * minute },
  { name: '30_minutes', length: 30 * minute },
  { name: '1_hour', length: hour },
  { name: '4_hours', length: 4 * hour },
  { name: '6_hours', length: 6 * hour },
  { name: '8_hours', length: 8 * hour },
  { name: '12_hours', length: 12 * hour },
  { name: '1_day', length: day },
  { name: '7_days', length: 7 * day },
]

/** Monday 2000-01-03, from which all buckets are counted (wire.md 6.2). */
const origin = Date.UTC(2000, 0, 3) * 1000

/** The start of the bucket that holds the time. */
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

/**
 * The candles of an interval from pieces in time order, none of which reaches over a bucket's end. `open` is the
 * bucket that had already begun. The last candle yielded may still be growing.
 */
export function* fold(pieces: Iterable<Candle>, length: Micros, open?: Candle): Generator<Candle> {
  let current = open
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
