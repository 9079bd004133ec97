import { blockInterval } from '../../../wire/candle-interval.ts'
import type { Candle } from '../../../wire/candles.ts'
import { floorDivide } from '../../../wire/integer.ts'
import { blocksWithin, findBlocks } from './blocks.ts'
import { beginsLate, readEdges } from './edges.ts'
import { type Span, beginsAt, doublingWindows, overlap, seriesOf, windowOf } from './series.ts'
import { type CandleSeries, type Reading, candlesWithin, firstWidth, readingOf } from './source.ts'
import { microsecondsOf, readCursor } from '../cursor.ts'
import type { Db } from '../db.ts'
import {
  type Listing,
  descends,
  emptyPage,
  readPage,
  readRows,
  readingEnds,
  rowsToRead,
  textOfPage,
} from '../keyset.ts'
import type { Plan } from '../page.ts'
import { record, time, word } from '../record.ts'
import { type Bind, type Condition, Parameters, earliest, instantSql, latest, microsecondsSql } from '../sql.ts'

/** Bounds in Unix nanoseconds, the start inclusive, the end exclusive, each may be missing. */
export interface CandleRange extends CandleSeries {
  from: bigint | undefined
  to: bigint | undefined
}

export const candleRecord = record<Candle>({
  start: time('c.period_start'),
  lastUpdate: time('c.last_update_in_period'),
  high: word(`coalesce(c.high::text, '')`),
  low: word(`coalesce(c.low::text, '')`),
  open: word(`coalesce(c.open::text, '')`),
  close: word(`coalesce(c.close::text, '')`),
  volume: word(`coalesce(c.volume::text, '0')`),
  notional: word(`coalesce(c.notional::text, '0')`),
})

const listing: Omit<Listing, 'from'> = {
  node: candleRecord,
  cursor: [{ name: 'periodStart', kind: 'time', sql: 'c.period_start' }],
}

/** The bounds as the network's database sees them: cut to microseconds. */
const microseconds = (nanoseconds: bigint | undefined): bigint | undefined =>
  nanoseconds === undefined ? undefined : floorDivide(nanoseconds, 1000n)

/** The instant of a cursor in Unix microseconds; one without an instant is later than all candles. */
function cursorOf(plan: Plan): bigint | undefined {
  const values = plan.cursor === undefined ? undefined : readCursor(listing.cursor, plan.cursor)
  return values && (microsecondsOf(values.get('periodStart') ?? '9999-12-31T23:59:59Z') ?? undefined)
}

/** Where a page starts and in which direction it is read; bounds in Unix microseconds, the end excluded. */
interface PageRange {
  from: bigint | undefined
  to: bigint | undefined
  cursor: bigint | undefined
  count: number
  descending: boolean
}

/** SQL of the last update before a window that begins with a gap: that of the newest candle before it, but not before `since`. */
async function readCarried(reading: Reading, window: Span, since: bigint): Promise<Condition> {
  const { db, interval, signal } = reading
  const newest = (span: Span, bind: Bind): string => `
    select c.last_update_in_period from ${candlesWithin(reading, span, bind)} order by c.period_start desc limit 1`
  if (since >= window.first) return () => 'null'
  if (!interval.chunked) return (bind) => `(${newest({ first: since, last: window.first - 1n }, bind)})`
  for (const span of doublingWindows({ first: since, last: window.first }, true, firstWidth(interval))) {
    const { bind, values } = new Parameters()
    const sql = `select ${microsecondsSql('c.last_update_in_period')} from (${newest(span, bind)}) c`
    const [[updated] = []] = await db.rows(sql, values, signal)
    if (updated) return () => instantSql(BigInt(updated))
  }
  return () => 'null'
}

/** The buckets of a window with their candles; an empty one carries the last update before it (wire.md 6.3). */
const filled =
  (reading: Reading, step: bigint, window: Span, carried: Condition) =>
  (bind: Bind): string =>
    `(
    select bucket as period_start, c.high, c.low, c.open, c.close, c.volume, c.notional,
      coalesce(max(c.last_update_in_period) over (order by bucket), ${carried(bind)}, bucket) as last_update_in_period
    from generate_series(${instantSql(window.first)}, ${instantSql(window.last)}, '${String(step)} microseconds'::interval) as bucket
    left join ${candlesWithin(reading, window, bind)} on c.period_start = bucket
  ) c`

const startOf = (edge: string): bigint => BigInt(edge.slice('{"node":{"start":"'.length).split('"', 1).join()) / 1000n

/** What a page fills; `since`: a start after which the newest candle before the window is searched. */
type Filling = readonly [window: Span, since: bigint]

/**
 * The page where its stored candles leave no gap; what to fill where they are enough for a page and begin it, wherever the
 * market's other candles are; else undefined.
 */
async function readPlainly(
  reading: Reading,
  step: bigint,
  range: PageRange,
  plan: Plan,
): Promise<string | Filling | undefined> {
  const span = spanOf(range)
  if (!span) return undefined
  const from = (bind: Bind): string => candlesWithin(reading, span, bind)
  const rows = await readRows(reading.db, { ...listing, from }, plan, { signal: reading.signal })
  if (rows.count === 0) return undefined
  const [head, tail] = readingEnds(rows, plan)
  const { count, descending } = range
  const endsWithCandles = (descending ? range.from : range.to) === undefined
  if (rows.count < count && !endsWithCandles) return undefined
  const [begin, end] = [startOf(head), startOf(tail)]
  if (begin !== (beginsAt(range, step) ?? begin)) return undefined
  const length = BigInt(rows.count - 1) * step
  // Starts differ and are those of buckets: as many as fit between two of them leave none out.
  if ((descending ? begin - end : end - begin) === length) return textOfPage(listing, plan, rows)
  if (rows.count < count) return undefined
  const window = descending ? { first: begin - length, last: begin } : { first: begin, last: begin + length }
  return [window, descending ? end : begin]
}

/** A gap-filled page. Gaps before the first stored candle are not filled when the market traded earlier (decision 19). */
async function readFilled(reading: Reading, step: bigint, range: PageRange, plan: Plan): Promise<string> {
  const plainly = reading.interval.chunked ? undefined : await readPlainly(reading, step, range, plan)
  if (typeof plainly === 'string') return plainly
  const filling = plainly ?? (await readWindow(reading, step, range))
  if (!filling) return emptyPage
  const [window, since] = filling
  const from = filled(reading, step, window, await readCarried(reading, window, since))
  return readPage(reading.db, { ...listing, from }, plan, { signal: reading.signal })
}

/** What a page fills, by the market's first and last candle; undefined when that is nothing. */
async function readWindow(reading: Reading, step: bigint, range: PageRange): Promise<Filling | undefined> {
  const edges = await readEdges(reading)
  if (!edges) return undefined
  const early = range.from !== undefined && range.from < edges.first
  const bounds = early && (await beginsLate(reading, edges.first)) ? { from: edges.first, to: range.to } : range
  const series = seriesOf(edges, bounds, step)
  const window = series && windowOf(series, range, step)
  if (!window) return undefined
  return [window, range.from !== undefined && range.from > edges.first ? range.from : edges.first]
}

/** What the bounds and the cursor leave to be read; undefined when that is nothing. */
function spanOf({ from = earliest, to = latest, cursor, descending }: PageRange): Span | undefined {
  const behind = cursor === undefined ? {} : descending ? { last: cursor } : { first: cursor }
  return overlap({ first: from, last: to - 1n }, { first: earliest, last: latest, ...behind })
}

/** The page's part of what there is, without gaps filled; undefined when that is nothing. */
async function readPresent(reading: Reading, range: PageRange, width: bigint): Promise<Span | undefined> {
  const span = spanOf(range)
  // A span no longer than a page costs less than finding where candles begin and end.
  if (!span || !reading.interval.chunked || span.last - span.first <= width) return span
  const edges = await readEdges(reading)
  return edges && overlap(span, edges)
}

/** Parts of a span that one statement reads: a page of a market that trades once a month has as many parts as rows. */
const spansOfStatement = 16

async function readBlockPage(reading: Reading, range: PageRange, plan: Plan): Promise<string> {
  const span = await readPresent(reading, range, firstWidth(reading.interval))
  const spans = span ? await findBlocks(reading, span, range.count, range.descending) : []
  if (range.descending) spans.reverse()
  const sources = function* (): Generator<Listing['from']> {
    for (let at = 0; at < spans.length; at += spansOfStatement)
      yield (bind) => blocksWithin(reading, spans.slice(at, at + spansOfStatement), bind)
  }
  return readPage(reading.db, { ...listing, from: '' }, plan, { sources: sources(), signal: reading.signal })
}

async function readStored(reading: Reading, range: PageRange, plan: Plan): Promise<string> {
  const { db, interval, signal } = reading
  const width = interval.step === undefined ? firstWidth(interval) : BigInt(range.count) * interval.step
  const span = await readPresent(reading, range, width)
  if (!span) return emptyPage
  const windows = interval.chunked ? doublingWindows(span, range.descending, width) : [span]
  const sources = function* (): Generator<Listing['from']> {
    for (const window of windows) yield (bind) => candlesWithin(reading, window, bind)
  }
  return readPage(db, { ...listing, from: '' }, plan, { sources: sources(), signal })
}

/** Gap-filled unless `block` or both bounds are given (wire.md 6.3). Throws BadInput for a bad cursor. */
export async function readCandles(db: Db, range: CandleRange, plan: Plan, signal?: AbortSignal): Promise<string> {
  const { interval } = range
  const { step } = interval
  const [from, to] = [microseconds(range.from), microseconds(range.to)]
  const cursor = cursorOf(plan)
  const page: PageRange = { from, to, cursor, count: rowsToRead(plan, cursor), descending: descends(plan) }
  const reading = await readingOf(db, range, signal)
  if (step !== undefined && (from === undefined || to === undefined)) return readFilled(reading, step, page, plan)
  return interval.name === blockInterval ? readBlockPage(reading, page, plan) : readStored(reading, page, plan)
}
