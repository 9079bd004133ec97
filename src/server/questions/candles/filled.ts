import type { Candle } from '../../../wire/candles.ts'
import { microsecondsOf, readCursor } from '../../sql/cursor.ts'
import { emptyPage, type KeysetList, firstAndLastRead, readPage, readRows, textOfPage } from '../../sql/keyset.ts'
import type { Plan } from '../../sql/page.ts'
import { record, time, word } from '../../sql/record.ts'
import {
  type Bind,
  type Condition,
  earliest,
  latest,
  microsecondsSql,
  StatementParameters,
} from '../../sql/statement.ts'
import { beginsLate, lastEdges, readEdges } from './edges.ts'
import { beginsAt, bucketAt, bucketFrom, doublingWindows, overlap, seriesOf, type Span, windowOf } from './series.ts'
import { candlesWithin, firstWidth, instantOf, type CandleSource } from './source.ts'

/** A candle as the wire writes it (wire.md 6.3). */
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

/** How a page of candles is listed, but for where it is read from. */
export const listing: Omit<KeysetList, 'from'> = {
  node: candleRecord,
  cursor: [{ name: 'periodStart', kind: 'time', sql: 'c.period_start' }],
}

/** The instant of a cursor in Unix microseconds; one without an instant is later than all candles. */
export function cursorOf(plan: Plan): bigint | undefined {
  const values = plan.cursor === undefined ? undefined : readCursor(listing.cursor, plan.cursor)
  return values && (microsecondsOf(values.get('periodStart') ?? '9999-12-31T23:59:59Z') ?? undefined)
}

/** Where a page starts and in which direction it is read; bounds in Unix microseconds, the end excluded. */
export interface PageRange {
  from: bigint | undefined
  to: bigint | undefined
  cursor: bigint | undefined
  count: number
  descending: boolean
}

/** What the bounds and the cursor leave to be read; undefined when that is nothing. */
export function spanOf({ from = earliest, to = latest + 1n, cursor, descending }: PageRange): Span | undefined {
  const behind = cursor === undefined ? {} : descending ? { last: cursor } : { first: cursor }
  return overlap({ first: from, last: to - 1n }, { first: earliest, last: latest, ...behind })
}

/** SQL of the last update before a window that begins with a gap: that of the newest candle before it, but not before `since`. */
async function readCarried(source: CandleSource, window: Span, since: bigint): Promise<Condition> {
  const { db, interval, signal } = source
  const newest = (span: Span, bind: Bind): string => `
    select c.last_update_in_period from ${candlesWithin(source, span, bind)} order by c.period_start desc limit 1`
  if (since >= window.first) return () => 'null'
  if (!interval.chunked) return (bind) => `(${newest({ first: since, last: window.first - 1n }, bind)})`
  for (const span of doublingWindows({ first: since, last: window.first }, true, firstWidth(interval))) {
    const { bind, values } = new StatementParameters()
    const sql = `select ${microsecondsSql('c.last_update_in_period')} from (${newest(span, bind)}) c`
    const [[updated] = []] = await db.rows(sql, values, signal)
    if (updated) return (inside) => instantOf(BigInt(updated), inside)
  }
  return () => 'null'
}

/** The buckets of a window with their candles; an empty one carries the last update before it (wire.md 6.3). */
const filled =
  (source: CandleSource, step: bigint, window: Span, carried: Condition) =>
  (bind: Bind): string =>
    `(
    select bucket as period_start, c.high, c.low, c.open, c.close, c.volume, c.notional,
      coalesce(max(c.last_update_in_period) over (order by bucket), ${carried(bind)}, bucket) as last_update_in_period
    from generate_series(${instantOf(window.first, bind)}, ${instantOf(window.last, bind)}, '${String(step)} microseconds'::interval) as bucket
    left join ${candlesWithin(source, window, bind)} on c.period_start = bucket
  ) c`

const startOf = (edge: string): bigint => BigInt(edge.slice('{"node":{"start":"'.length).split('"', 1).join()) / 1000n

/** What a page fills; `since`: a start after which the newest candle before the window is searched. */
type FillWindow = readonly [window: Span, since: bigint]

/**
 * The page where its stored candles leave no gap; what to fill where they are enough for a page and begin it, wherever the
 * market's other candles are; else undefined.
 */
async function readPlainly(
  source: CandleSource,
  step: bigint,
  range: PageRange,
  plan: Plan,
): Promise<string | FillWindow | undefined> {
  const span = spanOf(range)
  if (!span) return undefined
  const from = (bind: Bind): string => candlesWithin(source, span, bind)
  const rows = await readRows(source.db, { ...listing, from }, plan, { signal: source.signal })
  if (rows.count === 0) return undefined
  const [head, tail] = firstAndLastRead(rows, plan)
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

/** A page of all buckets of a window, when none of them lacks its candle: filling gaps costs as much again. */
async function readWhole(source: CandleSource, step: bigint, window: Span, plan: Plan): Promise<string | undefined> {
  const from = (bind: Bind): string => candlesWithin(source, window, bind)
  const rows = await readRows(source.db, { ...listing, from }, plan, { signal: source.signal })
  return BigInt(rows.count - 1) * step === window.last - window.first ? textOfPage(listing, plan, rows) : undefined
}

/** The same where a bound or the cursor gives the start of the page, so that the market's first and last candles are not read. */
async function readAnchored(
  source: CandleSource,
  step: bigint,
  range: PageRange,
  plan: Plan,
): Promise<string | undefined> {
  if (beginsAt(range, step) === undefined) return undefined
  const series = seriesOf({ first: bucketFrom(earliest, step), last: bucketAt(latest, step) - step }, range, step)
  const window = series && windowOf(series, range, step)
  return window && readWhole(source, step, window, plan)
}

/**
 * A page that ends with the newest candle, by edges of an earlier block: what has come since lies behind them and is read here.
 * False where it has gaps, undefined where no edges are known, a bound is within it or the first candle is gone.
 */
async function readNewest(
  source: CandleSource,
  step: bigint,
  range: PageRange,
  plan: Plan,
): Promise<string | false | undefined> {
  const { from, to, cursor, descending, count } = range
  const known = descending && to === undefined && cursor === undefined ? lastEdges(source) : undefined
  const reach = known && windowOf(known, range, step)
  if (!reach || (from !== undefined && (from > reach.first || reach.first === known.first))) return undefined
  const found = (bind: Bind): string => candlesWithin(source, { first: reach.first, last: latest }, bind)
  const rows = await readRows(source.db, { ...listing, from: found }, plan, { signal: source.signal })
  if (rows.count === 0) return undefined
  const [begin, end] = firstAndLastRead(rows, plan).map(startOf) as [bigint, bigint]
  if (rows.count < count && end !== known.first) return reach.first === known.first ? undefined : false
  return begin - end === BigInt(rows.count - 1) * step && textOfPage(listing, plan, rows)
}

/** A gap-filled page. Gaps before the first stored candle are not filled when the market traded earlier (decision 15). */
export async function readFilled(source: CandleSource, step: bigint, range: PageRange, plan: Plan): Promise<string> {
  const { chunked } = source.interval
  const read = chunked
    ? ((await readNewest(source, step, range, plan)) ?? (await readAnchored(source, step, range, plan)))
    : await readPlainly(source, step, range, plan)
  if (typeof read === 'string') return read
  const filling = read || (await readWindow(source, step, range))
  if (!filling) return emptyPage
  const [window, since] = filling
  const whole = chunked && read !== false ? await readWhole(source, step, window, plan) : undefined
  if (whole !== undefined) return whole
  const from = filled(source, step, window, await readCarried(source, window, since))
  return readPage(source.db, { ...listing, from }, plan, { signal: source.signal })
}

/** What a page fills, by the market's first and last candle; undefined when that is nothing. */
async function readWindow(source: CandleSource, step: bigint, range: PageRange): Promise<FillWindow | undefined> {
  const edges = await readEdges(source)
  if (!edges) return undefined
  const early = range.from !== undefined && range.from < edges.first
  const bounds = early && (await beginsLate(source, edges.first)) ? { from: edges.first, to: range.to } : range
  const series = seriesOf(edges, bounds, step)
  const window = series && windowOf(series, range, step)
  if (!window) return undefined
  return [window, range.from !== undefined && range.from > edges.first ? range.from : edges.first]
}
