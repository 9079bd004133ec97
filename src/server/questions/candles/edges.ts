import { LRUCache } from 'lru-cache'
import { blockInterval } from '../../../wire/candle-interval.ts'
import { type DaySource, blocksOfDay, daySourceOf, firstLateBlock } from './days.ts'
import {
  longerIntervals,
  type CandleSource,
  candlesWithin,
  dayLength,
  firstWidth,
  candleSourceOf,
  tradesWithin,
} from './source.ts'
import { type Span, bucketAt, doublingWindows } from './series.ts'
import { type LastBlock, readLastBlock } from '../../database/chain.ts'
import { perDatabase } from '../../database/db.ts'
import { StatementParameters, earliest, latest, microsecondsSql } from '../../sql/statement.ts'

const everything: Span = { first: earliest, last: latest }

/** A start to find: the first or the last within a span, or any. */
type Wanted = readonly [within: Span, order?: 'asc' | 'desc']

/** Starts of candles in Unix microseconds, each undefined when there is none, with one statement. */
async function readStarts(source: CandleSource, ...requests: Wanted[]): Promise<(bigint | undefined)[]> {
  const { bind, values } = new StatementParameters()
  const one = ([span, direction]: Wanted): string => {
    const [rows, start, order] =
      source.interval.name === blockInterval
        ? [tradesWithin(source, [span], bind), 'c.vega_time', 'c.synthetic_time']
        : [candlesWithin(source, span, bind), 'c.period_start', 'c.period_start']
    return `(select ${microsecondsSql(start)} from ${rows} ${direction === undefined ? '' : `order by ${order} ${direction}`} limit 1)`
  }
  const [row] = await source.db.rows(`select ${requests.map(one).join(', ')}`, values, source.signal)
  return requests.map((_, index) => (row?.[index] ? BigInt(row[index]) : undefined))
}

/** What is known of the edges of a market's candles since a block. */
interface CachedEdges {
  /** Undefined while the market has no candle. */
  edges: Span | undefined
  height: bigint
  /** Time of the block in Unix microseconds. */
  time: bigint
  searchedAt: number
}

/** Milliseconds after which older candles are searched again: rows may have been loaded before the oldest. */
const searchAgainAfter = 3_600_000
const maxCached = 5000
// Limited, because anybody may request any market id.
const edgesCache = perDatabase(() => new LRUCache<string, CachedEdges>({ max: maxCached }))

/** Both edges of the blocks, by the days on which the market traded. */
async function searchDays(source: CandleSource, days: DaySource): Promise<Span | undefined> {
  const traded = await readEdges(days)
  const late: Span = { first: firstLateBlock(days), last: latest }
  const oldest: Wanted = [traded ? blocksOfDay(traded.first) : late, 'asc']
  const newest: Wanted = [traded ? blocksOfDay(traded.last) : late, 'desc']
  const [first, last, firstLate, lastLate] = await readStarts(source, oldest, newest, [late, 'asc'], [late, 'desc'])
  const [from, to] = [first ?? firstLate, lastLate ?? last]
  return from === undefined || to === undefined ? undefined : { first: from, last: to }
}

/** Both edges, searched back to 1970 in windows that double: a view of candles reads all rows within a statement's bounds. */
async function search(source: CandleSource, from: bigint): Promise<Span | undefined> {
  const days = source.interval.name === blockInterval ? await daySourceOf(source) : undefined
  if (days) return searchDays(source, days)
  const width = firstWidth(source.interval) > 2n * dayLength ? firstWidth(source.interval) : 2n * dayLength
  let last: bigint | undefined
  let oldest: Span | undefined
  for (const window of doublingWindows({ first: 0n, last: from }, true, width)) {
    const open = window.last === from ? { first: window.first, last: latest } : window
    const [found] = await readStarts(source, last === undefined ? [open, 'desc'] : [window])
    if (found === undefined) continue
    last ??= found
    oldest = window
  }
  if (last === undefined || oldest === undefined) return undefined
  // Halves the oldest window with a candle until few are left in it.
  let { first: low, last: high } = oldest
  while (high - low > width) {
    const middle = (low + high) / 2n
    const [found] = await readStarts(source, [{ first: low, last: middle }])
    if (found === undefined) low = middle + 1n
    else high = middle
  }
  const [first = last] = await readStarts(source, [{ first: low, last: high > last ? high : last }, 'asc'])
  return { first, last }
}

/** The edges at a later block: candles change at their ends only. Undefined when they must be searched. */
async function extended(
  source: CandleSource,
  { edges, time }: CachedEdges,
): Promise<{ edges: Span | undefined } | undefined> {
  const { step } = source.interval
  const since = { first: step === undefined ? time : bucketAt(time, step), last: latest }
  const beginning = edges && { first: edges.first, last: edges.first + firstWidth(source.interval) }
  const [last = edges?.last, first] = await readStarts(source, [since, 'desc'], [beginning ?? since, 'asc'])
  if (first === undefined && edges) return undefined
  return { edges: first === undefined || last === undefined ? undefined : { first, last } }
}

async function refreshed(
  source: CandleSource,
  block: LastBlock,
  before: CachedEdges | undefined,
): Promise<CachedEdges> {
  const [height, time] = [BigInt(block.height), BigInt(block.time) / 1000n]
  const now = performance.now()
  if (before && before.height <= height && now - before.searchedAt < searchAgainAfter) {
    const later = await extended(source, before)
    if (later) return { ...later, height, time, searchedAt: before.searchedAt }
  }
  return { edges: await search(source, time), height, time, searchedAt: now }
}

const keyOf = ({ interval, marketId }: CandleSource): string => `${interval.relation} ${marketId.toLowerCase()}`

/** The edges at the last block at which they were read; undefined when they must be read again. */
export function lastEdges(source: CandleSource): Span | undefined {
  const known = edgesCache(source.db).get(keyOf(source))
  return known && performance.now() - known.searchedAt < searchAgainAfter ? known.edges : undefined
}

/** Starts of a market's first and last candle in Unix microseconds, or undefined. Where trades are in chunks they are cached. */
export async function readEdges(source: CandleSource): Promise<Span | undefined> {
  const { db, interval, signal } = source
  if (!interval.chunked) {
    const [first, last] = await readStarts(source, [everything, 'asc'], [everything, 'desc'])
    return first === undefined || last === undefined ? undefined : { first, last }
  }
  const block = await readLastBlock(db, signal)
  if (!block) return search(source, BigInt(Date.now()) * 1000n)
  const key = keyOf(source)
  const cache = edgesCache(db)
  const before = cache.get(key)
  const found = before?.height === BigInt(block.height) ? before : await refreshed(source, block, before)
  cache.set(key, found)
  return found.edges
}

/** True where a longer interval shows trades before `first`, the first candle in Unix microseconds (decision 15). */
export async function beginsLate(source: CandleSource, first: bigint): Promise<boolean> {
  const longer = await longerIntervals(source.db, source.interval, source.signal)
  // The longest interval reaches far back, the longest of at most a day distinguishes days.
  for (const interval of new Set([longer.at(-1), longer.findLast(({ step = 0n }) => step <= dayLength)])) {
    if (!interval) continue
    const edges = await readEdges(await candleSourceOf(source.db, { ...source, interval }, source.signal))
    if (edges && edges.first < bucketAt(first, interval.step ?? dayLength)) return true
  }
  return false
}
