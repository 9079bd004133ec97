import * as v from 'valibot'
import { candleTable, intervalOfTable } from './candle-interval.ts'
import { ErrorBody } from './error.ts'
import { operation } from './operation.ts'
import { Pagination, pageOf } from './page.ts'
import { Int64Parameter, Nanoseconds, PriceOrEmpty, TextParameter, Uint64 } from './scalar.ts'

/**
 * interface.md 2.5. Prices are integers in market decimals, `volume` in position decimals, `notional` in the sum
 * of both. A period without trades has empty prices and zero volume.
 */
export const Candle = v.object({
  start: Nanoseconds,
  lastUpdate: Nanoseconds,
  high: PriceOrEmpty,
  low: PriceOrEmpty,
  open: PriceOrEmpty,
  close: PriceOrEmpty,
  volume: Uint64,
  notional: Uint64,
})
export type Candle = v.InferOutput<typeof Candle>

/** interface.md 4.6. `fromTimestamp` is inclusive and `toTimestamp` exclusive, both on the candle's start; 0 means not set. */
export const listCandles = operation({
  name: 'listCandleData',
  section: '4.6',
  summary: 'List the candles of a candle id',
  path: '/api/v2/candle',
  params: v.object({
    candleId: v.optional(TextParameter, ''),
    fromTimestamp: v.optional(Int64Parameter, '0'),
    toTimestamp: v.optional(Int64Parameter, '0'),
    pagination: v.optional(Pagination),
  }),
  required: ['candleId'],
  reply: v.object({ candles: pageOf(Candle) }),
})

/** A candle in a stream, where zero and empty members are left out (wire.md 2.1); reading fills them in. */
export const StreamedCandle = v.object({
  start: v.optional(Candle.entries.start, '0'),
  lastUpdate: v.optional(Candle.entries.lastUpdate, '0'),
  high: v.optional(Candle.entries.high, ''),
  low: v.optional(Candle.entries.low, ''),
  open: v.optional(Candle.entries.open, ''),
  close: v.optional(Candle.entries.close, ''),
  volume: v.optional(Candle.entries.volume, '0'),
  notional: v.optional(Candle.entries.notional, '0'),
})

/** One message of the candle stream: a whole candle that replaces the one with its `start`, or why the stream ends. */
export const CandleMessage = v.union([
  v.object({ result: v.object({ candle: StreamedCandle }) }),
  v.object({ error: ErrorBody }),
])
export type CandleMessage = v.InferOutput<typeof CandleMessage>

/** The candle stream (wire.md 6.6): the latest candle, then every candle that changes, over HTTP or a websocket. */
export const streamCandles = operation({
  name: 'observeCandleData',
  section: '4.6',
  summary: 'Follow the candles of a candle id as they change',
  path: '/api/v2/stream/candle/data',
  params: v.object({ candleId: v.optional(TextParameter, '') }),
  required: ['candleId'],
  reply: CandleMessage,
  stream: true,
})

export const IntervalToCandleId = v.object({ interval: v.string(), candleId: v.string() })
export type IntervalToCandleId = v.InferOutput<typeof IntervalToCandleId>

/** The list-candle-intervals operation that interface.md 4.6 mentions (wire.md 6.1). */
export const listCandleIntervals = operation({
  name: 'listCandleIntervals',
  section: '4.6',
  summary: 'List the candle intervals of a market with their candle ids',
  path: '/api/v2/candle/intervals',
  optional: true,
  params: v.object({ marketId: v.optional(TextParameter, '') }),
  required: ['marketId'],
  reply: v.object({ intervalToCandleId: v.array(IntervalToCandleId) }),
})

/** `trades_candle_<interval with underscores>_<market id>` (wire.md 6.1). */
export const candleIdOf = (interval: string, marketId: string): string => `${candleTable(interval)}_${marketId}`

/** Reads a candle id back; undefined when it is not one. The market stands behind the last underscore. */
export function parseCandleId(candleId: string): { interval: string; marketId: string } | undefined {
  const at = candleId.lastIndexOf('_')
  const [interval, marketId] = [intervalOfTable(candleId.slice(0, at)), candleId.slice(at + 1)]
  return interval === undefined || marketId === '' ? undefined : { interval, marketId }
}
