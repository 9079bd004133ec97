import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { bucketStart } from '../../../../wire/candle-interval.ts'
import { type Candle, candleIdOf, listCandles } from '../../../../wire/candles.ts'
import { NodeFailure } from '../../../client/node-failure.ts'
import { chainNow, nodeState } from '../../../client/node-status.ts'
import { isGap } from '../data/merge-candles.ts'
import { askCandles, readRange } from '../data/query.ts'

const minute = 60_000_000_000n
const hour = 60n * minute
export const dayLength = 24n * hour
/** How far back to search for a price when a market has had no recent trades. */
const farthest = 366n * dayLength

/** A range of candle starts in Unix nanoseconds: `from` inclusive, `to` exclusive. */
export interface StartRange {
  from: bigint
  to: bigint
}

/** Source of one market's candles, ascending. All functions throw NodeFailure. */
export interface DaySource {
  hours: (range: StartRange) => Promise<readonly Candle[]>
  /** Returns no candles if the node does not keep this interval. */
  finer: (interval: '1 minute' | 'block', range: StartRange) => Promise<readonly Candle[]>
  /** The newest one-hour candle with a trade. */
  lastHour: (range: StartRange) => Promise<Candle | null>
}

/** An ascending series of candles, split at an instant. */
interface Cut {
  /** The actual split point: the instant, or the start of a candle that could not be split. */
  since: bigint
  before: readonly Candle[]
  after: readonly Candle[]
}

const volumeOf = (candles: readonly Candle[]): bigint => candles.reduce((sum, { volume }) => sum + BigInt(volume), 0n)

/** Length of the candles of an interval and the finer interval used to split one; blocks are not split. */
const steps = {
  '1 hour': { length: hour, finer: '1 minute' },
  '1 minute': { length: minute, finer: 'block' },
} as const

/**
 * Splits a series at an instant: reads the one candle that contains it again in a finer interval, down to single blocks. A
 * trade exactly at the instant counts as before it. Finer candles are used only if their volume adds up to that of the candle.
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

/** The last close of each hour, starting with the hour that contains `since`, for drawing; null without trades. */
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
 * The 24 hours of a market before `now` (Unix nanoseconds); the only source of its change and volume. The change starts from
 * the last price at or before the window start; the volume covers exactly the trades in the window. Usually three small
 * requests: the hours, the minutes of the hour in which the window begins, and the blocks of that minute. Nothing here formats
 * or draws: it runs before the page's code has come.
 */
export async function readMarketDay(source: DaySource, now: bigint) {
  const then = now - dayLength
  const begin = bucketStart(then, hour) - dayLength
  const hours = await source.hours({ from: begin, to: now + hour })
  const traded = hours.filter((candle) => !isGap(candle))
  const { since, before, after } = await cut(source, '1 hour', traded, then)
  const reference = before.at(-1) ?? (await source.lastHour({ from: begin - farthest, to: begin }))
  const last = after.at(-1) ?? reference
  return {
    /** Window start in Unix nanoseconds. More than 24 h before `until` if the node has no finer candles. */
    since,
    until: now,
    /** The last price at or before the window start; undefined if none is known. */
    reference: reference?.close,
    /** Whether there was a trade in the window. */
    traded: after.length > 0,
    /** Close of the last candle with a trade, even if before the window; undefined if none is known. */
    price: last?.close,
    /** Unix nanoseconds of the last trade. */
    lastTrade: last?.lastUpdate,
    closes: closesOf(after, since),
    /** Traded size in the window, raw. */
    volume: String(volumeOf(after)),
  }
}

/** The last 24 hours of a market, as read. Prices are raw integers in market decimals. */
export type DayRecord = Awaited<ReturnType<typeof readMarketDay>>

/** How often the day of a market that is shown is requested, in milliseconds. */
export const marketDayMs = 60_000

/** Clamps bounds, because the wire treats 0 or less as unset. */
const boundsOf = ({ from, to }: StartRange): { from: string; to: string } => ({
  from: String(from > 0n ? from : 1n),
  to: String(to > 1n ? to : 2n),
})

/** Statuses that nodes return for an interval they do not have; the original node returns an internal error. */
const missing = new Set([400, 404, 500, 501])

function noneIfMissing(failure: unknown): readonly Candle[] {
  if (failure instanceof NodeFailure && missing.has(failure.status ?? 0)) return []
  throw failure
}

/** A market's candles as the node returns them. Candles from a day ago are final and are requested once. */
function sourceOf(queries: QueryClient, marketId: string, signal: AbortSignal): DaySource {
  const onceRead = <Result>(key: readonly string[], read: (signal: AbortSignal) => Promise<Result>): Promise<Result> =>
    queries.fetchQuery({
      queryKey: [listCandles.name, ...key],
      queryFn: (context) => read(context.signal),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 60 * marketDayMs,
    })
  return {
    hours: (range) => readRange(candleIdOf('1 hour', marketId), boundsOf(range), signal),
    finer: (interval, range) => {
      const [candleId, bounds] = [candleIdOf(interval, marketId), boundsOf(range)]
      const read = onceRead([candleId, bounds.from, bounds.to], (signal) => readRange(candleId, bounds, signal))
      return read.catch(noneIfMissing)
    },
    lastHour: (range) => {
      const [candleId, { from, to }] = [candleIdOf('1 hour', marketId), boundsOf(range)]
      const pagination = { first: 1, newestFirst: true }
      const request = { candleId, fromTimestamp: from, toTimestamp: to, pagination }
      return onceRead([candleId, from, to, 'last'], async (signal) => {
        const page = await askCandles(request, signal)
        return page.edges[0]?.node ?? null
      })
    },
  }
}

/** The last 24 hours of a market, shared by all callers within a minute. Throws NodeFailure. */
export const marketDayQuery = (marketId: string, stoppedAt: bigint | undefined) =>
  queryOptions({
    queryKey: ['market day', marketId, stoppedAt === undefined ? 'live' : String(stoppedAt)],
    queryFn: ({ client, signal }) => readMarketDay(sourceOf(client, marketId, signal), chainNow()),
    staleTime: stoppedAt === undefined ? marketDayMs : Number.POSITIVE_INFINITY,
  })

/**
 * Asks for the day of a market before its page has come: at once for all that the day of a busy one is read from, each a round
 * trip that else waits for the one before. Never rejects: who shows the day reads why it is missing.
 */
export async function askMarketDay(queries: QueryClient, marketId: string): Promise<void> {
  const day = queries.prefetchQuery(marketDayQuery(marketId, nodeState.get().stoppedAt))
  const { finer } = sourceOf(queries, marketId, new AbortController().signal)
  const then = chainNow() - dayLength
  for (const { length, finer: interval } of Object.values(steps)) {
    const from = bucketStart(then, length)
    finer(interval, { from, to: from + length }).catch(() => undefined)
  }
  await day
}
