import { ceilDivide, floorDivide } from './scalar.ts'

/** The rule of candle intervals (wire.md 6); lengths and instants are in Unix nanoseconds. */

/** The interval without a fixed length: one bucket for each block with a trade, never filled in. */
export const blockInterval = 'block'

/** The intervals that every node of the network has by default, shortest first (wire.md 6.1). */
export const defaultIntervals = [
  blockInterval,
  '1 minute',
  '5 minutes',
  '15 minutes',
  '30 minutes',
  '1 hour',
  '4 hours',
  '6 hours',
  '8 hours',
  '12 hours',
  '1 day',
  '7 days',
] as const

const second = 1_000_000_000n
const units: Readonly<Record<string, readonly [symbol: string, length: bigint]>> = {
  second: ['s', second],
  minute: ['m', 60n * second],
  hour: ['h', 3600n * second],
  day: ['D', 86_400n * second],
  week: ['W', 604_800n * second],
}

/** A name such as `15 minutes`; undefined for one without a fixed length (`block`, months). */
function partsOf(name: string): { count: bigint; symbol: string; unit: bigint } | undefined {
  const [, count = '', word = ''] = /^(\d{1,6}) ([a-z]+?)s?$/.exec(name) ?? []
  const unit = units[word]
  return unit && BigInt(count) > 0n ? { count: BigInt(count), symbol: unit[0], unit: unit[1] } : undefined
}

/** Length of an interval's buckets in nanoseconds, by its name; undefined where they have no fixed length. */
export function intervalLength(name: string): bigint | undefined {
  const parts = partsOf(name)
  return parts && parts.count * parts.unit
}

/** The short form of an interval's name, as addresses may spell it: `15m`, `1h`, `7D`. Other names have no short form. */
export function intervalLabel(name: string): string {
  const parts = partsOf(name)
  return parts ? `${String(parts.count)}${parts.symbol}` : name
}

const rank = ({ name }: { name: string }): number =>
  name === blockInterval ? 0 : Number(intervalLength(name) ?? Infinity)

/** Order of intervals: `block`, then from short to long, then those without a fixed length; equal ones by name. */
export function compareIntervals(a: { name: string }, b: { name: string }): number {
  const [before, after] = [rank(a), rank(b)]
  return before < after ? -1 : before > after ? 1 : Number(a.name > b.name) - Number(a.name < b.name)
}

const tablePrefix = 'trades_candle_'

/** The table or view of an interval's candles, which candle ids begin with: `trades_candle_15_minutes`. */
export const candleTable = (name: string): string => tablePrefix + name.replaceAll(' ', '_')

/** The name of the interval whose candles a table holds; undefined when it is no table of candles. */
export const intervalOfTable = (table: string): string | undefined =>
  table.startsWith(tablePrefix) && table.length > tablePrefix.length
    ? table.slice(tablePrefix.length).replaceAll('_', ' ')
    : undefined

/** The instant that buckets of every length are counted from: a Monday, so that weeks start on Mondays (wire.md 6.2). */
export const bucketOrigin = '2000-01-03T00:00:00Z'
const origin = BigInt(Date.parse(bucketOrigin)) * 1_000_000n

/** Start of the bucket of this length that holds the instant. */
export const bucketStart = (instant: bigint, length: bigint): bigint =>
  origin + floorDivide(instant - origin, length) * length

/** Start of the first bucket of this length that does not start before the instant. */
export const nextBucketStart = (instant: bigint, length: bigint): bigint =>
  origin + ceilDivide(instant - origin, length) * length

/** The longest default interval whose buckets together make up each bucket of this one; undefined for the shortest. */
export function finerInterval(name: string): string | undefined {
  const length = intervalLength(name)
  if (length === undefined) return undefined
  return defaultIntervals.findLast((finer) => {
    const part = intervalLength(finer)
    return part !== undefined && part < length && length % part === 0n
  })
}

/** Bounds of a request for candles, Unix nanoseconds as text: `fromTimestamp` inclusive, `toTimestamp` exclusive. */
export interface CandleBounds {
  fromTimestamp?: string
  toTimestamp?: string
}

/** 0 means not set, so the first nanosecond means "from the beginning". */
const beginning = '1'
const margin = 3600n * second

/** Bounds for candles; an absent one means all. `block` needs both, or a node loses blocks (wire.md 6.4). `now`: the node's. */
export function candleBounds(
  candleId: string,
  { from, to, now }: { from?: string | undefined; to?: string | undefined; now: bigint },
): CandleBounds {
  const block = candleId.startsWith(`${candleTable(blockInterval)}_`)
  const fromTimestamp = from ?? (block ? beginning : undefined)
  const toTimestamp = to ?? (block ? String(now + margin) : undefined)
  return {
    ...(fromTimestamp !== undefined && { fromTimestamp }),
    ...(toTimestamp !== undefined && { toTimestamp }),
  }
}
