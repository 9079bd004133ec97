import { candleTable } from '../../../wire/candle-interval.ts'
import { findInterval } from './intervals.ts'
import type { Materialised } from './materialised.ts'
import { type Span, bucketAt, doublingWindows, overlap } from './series.ts'
import { type Reading, candlesWithin, day, firstWidth, longestBlock, readingOf } from './source.ts'
import { Parameters, earliest, latest, microsecondsSql } from '../../sql/statement.ts'

/** How to read the candles of a day of a market. */
export interface DayReading extends Reading {
  materialised: Materialised
}

/**
 * The reading of the candles of a day, which say on which days a market traded; undefined where the database does not
 * say what it has materialised: then a day without a candle may still have trades.
 */
export async function dayReadingOf(reading: Reading): Promise<DayReading | undefined> {
  if (!reading.interval.chunked) return undefined
  const interval = await findInterval(reading.db, candleTable('1 day'), reading.signal)
  const days = interval && (await readingOf(reading.db, { ...reading, interval }, reading.signal))
  return days?.materialised && { ...days, materialised: days.materialised }
}

/** Start of the blocks whose trades may not be materialised yet, in Unix microseconds. */
export const firstLateBlock = ({ materialised }: DayReading): bigint => materialised.until + day - longestBlock

/** The blocks that trades of a day may belong to: the time of a trade is behind that of its block. */
export const blocksOfDay = (start: bigint): Span => ({ first: start - longestBlock, last: start + day - 1n })

const beyond = ({ first, last }: Span, descending: boolean): Span =>
  descending ? { first: earliest, last: first - 1n } : { first: last + 1n, last: latest }

/** Spans joined where less than `gap` microseconds lie between them, earliest first. */
export function joined(spans: readonly Span[], gap: bigint): Span[] {
  const found: Span[] = []
  for (const { first, last } of spans.toSorted((a, b) => (a.first < b.first ? -1 : 1))) {
    const before = found.at(-1)
    if (!before || first - before.last > gap) found.push({ first, last })
    else if (last > before.last) before.last = last
  }
  return found
}

async function readDays(days: Reading, window: Span, descending: boolean): Promise<bigint[]> {
  const { bind, values } = new Parameters()
  const span = { first: bucketAt(window.first, day), last: window.last + longestBlock }
  const sql = `select ${microsecondsSql('c.period_start')} from ${candlesWithin(days, span, bind)}
    order by c.period_start ${descending ? 'desc' : 'asc'}`
  return (await days.db.rows(sql, values, days.signal)).map(([start]) => BigInt(start ?? 0))
}

/** The days with trades within a span of materialised days, in groups of which each has twice as many as the one before. */
async function* daysWithTrades(days: DayReading, span: Span, descending: boolean): AsyncGenerator<Span[]> {
  let rest = span
  let group: Span[] = []
  let size = 2
  for (const window of doublingWindows(span, descending, 64n * day)) {
    for (const start of await readDays(days, window, descending)) {
      const blocks = overlap(blocksOfDay(start), rest)
      if (!blocks) continue
      group.push(blocks)
      const behind = overlap(rest, beyond(blocks, descending))
      if (group.length === size || !behind) yield group
      if (!behind) return
      rest = behind
      if (group.length < size) continue
      group = []
      size *= 2
    }
  }
  if (group.length > 0) yield group
}

/**
 * Where the blocks of a span are looked for, in reading order, until enough are found. Windows that double would reach
 * over the chunks of years for a market that hardly trades, so that behind the first one only days with trades are read.
 */
export async function* spansOfBlocks(reading: Reading, span: Span, descending: boolean): AsyncGenerator<Span[]> {
  const width = firstWidth(reading.interval)
  const [nearest = span] = doublingWindows(span, descending, width)
  yield [nearest]
  const rest = overlap(span, beyond(nearest, descending))
  const days = rest && (await dayReadingOf(reading))
  if (!rest) return
  const border = days ? firstLateBlock(days) : earliest
  const early = days && overlap(rest, { first: earliest, last: border - 1n })
  const late = overlap(rest, { first: border, last: latest })
  if (early && !descending) yield* daysWithTrades(days, early, descending)
  if (late) for (const window of doublingWindows(late, descending, 2n * width)) yield [window]
  if (early && descending) yield* daysWithTrades(days, early, descending)
}
