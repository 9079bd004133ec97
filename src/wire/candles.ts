import * as v from 'valibot'
import { candleTable, intervalOfTable } from './candle-interval.ts'
import { ErrorBody } from './protocol/error.ts'
import { operation } from './protocol/operation.ts'
import { Pagination, pageOf } from './protocol/page.ts'
import { Int64Parameter, Nanoseconds, PriceOrEmpty, TextParameter, Uint64 } from './scalar.ts'

/** Prices in market decimals, `volume` in position decimals, `notional` in both; a gap is empty. */
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

/** `fromTimestamp` is inclusive and `toTimestamp` exclusive, both on the candle's start; 0 means not set. */
export const listCandles = operation({
  name: 'listCandleData',
  summary: 'List the candles of a candle id',
  path: '/api/v2/candle',
  cacheable: true,
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
  summary: 'Follow the candles of a candle id as they change',
  path: '/api/v2/stream/candle/data',
  params: v.object({ candleId: v.optional(TextParameter, '') }),
  required: ['candleId'],
  reply: CandleMessage,
  stream: true,
})

export const IntervalToCandleId = v.object({ interval: v.string(), candleId: v.string() })

/** The candle ids of a market, by interval (wire.md 6.1). */
export const listCandleIntervals = operation({
  name: 'listCandleIntervals',
  summary: 'List the candle intervals of a market with their candle ids',
  path: '/api/v2/candle/intervals',
  cacheable: true,
  optional: true,
  params: v.object({ marketId: v.optional(TextParameter, '') }),
  required: ['marketId'],
  reply: v.object({ intervalToCandleId: v.array(IntervalToCandleId) }),
})

/** `trades_candle_<interval with underscores>_<market id>` (wire.md 6.1). */
export const candleIdOf = (interval: string, marketId: string): string => `${candleTable(interval)}_${marketId}`

/** Parses a candle id; undefined when it is invalid. The market follows the last underscore. */
export function parseCandleId(candleId: string): { interval: string; marketId: string } | undefined {
  const at = candleId.lastIndexOf('_')
  const [interval, marketId] = [intervalOfTable(candleId.slice(0, at)), candleId.slice(at + 1)]
  return interval === undefined || marketId === '' ? undefined : { interval, marketId }
}

export const descriptions = {
  listCandleData:
    'Open, high, low and close prices, volume and notional per period. Periods without trades have empty prices and zero volume. Latest first unless `pagination.newestFirst` is false.',
  'listCandleData fromTimestamp':
    'Candles that start at this time or later, Unix nanoseconds; 0 or absent means no bound.',
  'listCandleData toTimestamp': 'Candles that start before this time, Unix nanoseconds; 0 or absent means no bound.',
  observeCandleData:
    'First the latest candle, at once; then, looked for every second, each candle that has changed, whole and in order, without end. A candle replaces the one with the same `start`; members that are left out are zero or empty. Silent while the market has no candle. An error is the last message. Asked with a websocket handshake, the same messages are text frames, and a refusal is a frame too, followed by close code 1008 (yours) or 1011 (ours). A reader that lags 100 messages behind is dropped.',
  listCandleIntervals: 'The intervals for which a market has candles, each with the candle id to ask for.',
  'listCandleIntervals marketId': 'The market, 64 hex characters.',
  Candle: 'Prices, volume and notional of one period.',
  'Candle start': 'Start of the period, Unix nanoseconds.',
  'Candle lastUpdate': 'Time of the last trade in it, Unix nanoseconds.',
  'Candle high': 'Highest price, an integer in market decimals (divide by 10^decimalPlaces); empty without trades.',
  'Candle low': 'Lowest price, in market decimals; empty without trades.',
  'Candle open': 'Price of the first trade, in market decimals; empty without trades.',
  'Candle close': 'Price of the last trade, in market decimals; empty without trades.',
  'Candle volume': 'Size traded, an integer in position decimals (divide by 10^positionDecimalPlaces).',
  'Candle notional': 'Price times size, summed up, in market plus position decimals.',
  StreamedCandle: 'A candle of the stream; members that are zero or empty are left out.',
  CandleMessage: 'A candle, or why the stream ends.',
  IntervalToCandleId: 'An interval of a market and the id of its candles.',
  'IntervalToCandleId interval': 'Name of the interval, such as `1 minute`, `1 hour` or `block`.',
  'IntervalToCandleId candleId': 'What `candleId` takes.',
}
