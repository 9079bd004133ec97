import { bucketStart } from '../../../../wire/candle-interval.ts'
import type { Candle } from '../../../../wire/candles.ts'
import { changeDirection, formatChange } from '../../../format/percent.ts'
import { isGap } from '../data/merge-candles.ts'

const minute = 60_000_000_000n
const hour = 60n * minute
const day = 24n * hour
/** How far back a price is looked for in a market that did not trade for a while. */
const farthest = 366n * day

/** On candle starts, in Unix nanoseconds: `from` is included, `to` is not. */
export interface DayRange {
  from: bigint
  to: bigint
}

/** Where the candles of one market come from, ascending. All throw NodeFailure. */
export interface DaySource {
  hours: (range: DayRange) => Promise<readonly Candle[]>
  /** None where the node does not keep this interval. */
  finer: (interval: '1 minute' | 'block', range: DayRange) => Promise<readonly Candle[]>
  /** The newest hour with a trade. */
  lastHour: (range: DayRange) => Promise<Candle | null>
}

/** The last 24 hours of a market. Prices are raw integers in market decimals. */
export interface MarketDay {
  /** Unix nanoseconds: where the window begins. Earlier than 24 h before `until` where the node has no finer candles. */
  since: bigint
  until: bigint
  /** Close of the last candle with a trade, also when it lies before the window; undefined when none is known. */
  price?: string
  /** Unix nanoseconds of the last trade. */
  lastTrade?: string
  /** Whether there was a trade in the window. */
  traded: boolean
  /** Signed percent from the last price before the window to `price`; undefined when that is not known. */
  change?: string
  direction: 'up' | 'down' | 'flat'
  /** The last close of each hour that the window touches, for drawing; null where nobody traded. */
  closes: (number | null)[]
  /** Traded size in the window, raw. */
  volume: string
}

/** A series of candles, ascending, cut at an instant. */
interface Cut {
  /** Where it was cut: the instant, or the start of the candle that could not be taken apart. */
  since: bigint
  before: readonly Candle[]
  after: readonly Candle[]
}

const volumeOf = (candles: readonly Candle[]): bigint => candles.reduce((sum, { volume }) => sum + BigInt(volume), 0n)

/** The lengths of candles that hold an instant, and what they are taken apart into; blocks stay whole. */
const steps = {
  '1 hour': { length: hour, finer: '1 minute' },
  '1 minute': { length: minute, finer: 'block' },
} as const

/**
 * Cuts a series at an instant: the one candle that holds it is read again in a finer interval, down to single blocks. A
 * trade at the instant itself lies before it. Finer candles count only where they add up to the candle they replace.
 */
async function cut(
  source: DaySource,
  interval: keyof typeof steps | 'block',
  candles: readonly Candle[],
  instant: bigint,
): Promise<Cut> {
  if (interval === 'block') {
    const before = candles.filter(({ start }) => BigInt(start) <= instant)
    return { since: instant, before, after: candles.slice(before.length) }
  }
  const { length, finer } = steps[interval]
  const from = bucketStart(instant, length)
  const before = candles.filter(({ start }) => BigInt(start) < from)
  const after = candles.filter(({ start }) => BigInt(start) > from)
  const holder = candles.find(({ start }) => BigInt(start) === from)
  if (!holder) return { since: instant, before, after }
  if (BigInt(holder.lastUpdate) <= instant) return { since: instant, before: [...before, holder], after }
  const parts = (await source.finer(finer, { from, to: from + length })).filter((candle) => !isGap(candle))
  if (volumeOf(parts) !== BigInt(holder.volume)) return { since: from, before, after: [holder, ...after] }
  const inner = await cut(source, finer, parts, instant)
  return { since: inner.since, before: [...before, ...inner.before], after: [...inner.after, ...after] }
}

const hoursDrawn = 25

/** The last close of each hour from the one that holds `since`. */
function closesOf(candles: readonly Candle[], since: bigint): (number | null)[] {
  const closes: (number | null)[] = Array.from({ length: hoursDrawn }, () => null)
  const first = bucketStart(since, hour)
  for (const { start, close } of candles) {
    const slot = Number((BigInt(start) - first) / hour)
    if (slot < hoursDrawn) closes[slot] = Number(close)
  }
  return closes
}

/**
 * The 24 hours of a market before `now` (Unix nanoseconds), the one source of its change and volume: from the last price
 * at or before their beginning, over exactly the trades within. Usually three small questions: hours, the minutes of the
 * hour in which the window begins, the blocks of that minute.
 */
export async function readMarketDay(source: DaySource, now: bigint): Promise<MarketDay> {
  const then = now - day
  const begin = bucketStart(then, hour) - day
  const hours = await source.hours({ from: begin, to: now + hour })
  const traded = hours.filter((candle) => !isGap(candle))
  const { since, before, after } = await cut(source, '1 hour', traded, then)
  const earlier = { from: begin - farthest, to: begin }
  const reference = before.at(-1) ?? (after.length > 0 ? await source.lastHour(earlier) : null)
  const last = after.at(-1) ?? reference
  const change = reference && last ? formatChange(reference.close, last.close) : undefined
  return {
    since,
    until: now,
    traded: after.length > 0,
    ...(last && { price: last.close, lastTrade: last.lastUpdate }),
    ...(change !== undefined && { change }),
    direction: changeDirection(change),
    closes: closesOf(after, since),
    volume: String(volumeOf(after)),
  }
}
