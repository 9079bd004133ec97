import { beginsLate, readEdges } from './edges.ts'
import { type PageRange, listing, spanOf } from './page-range.ts'
import { type Span, beginsAt, bucketAt, bucketFrom, doublingWindows, seriesOf, windowOf } from './series.ts'
import { type Reading, candlesWithin, firstWidth, instantsOf } from './source.ts'
import { emptyPage, readPage, readRows, readingEnds, textOfPage } from '../../sql/keyset.ts'
import type { Plan } from '../../sql/page.ts'
import {
  type Bind,
  type Condition,
  Parameters,
  earliest,
  instantSql,
  latest,
  microsecondsSql,
} from '../../sql/statement.ts'

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
  (bind: Bind): string => {
    const instant = instantsOf(reading, bind)
    return `(
    select bucket as period_start, c.high, c.low, c.open, c.close, c.volume, c.notional,
      coalesce(max(c.last_update_in_period) over (order by bucket), ${carried(bind)}, bucket) as last_update_in_period
    from generate_series(${instant(window.first)}, ${instant(window.last)}, '${String(step)} microseconds'::interval) as bucket
    left join ${candlesWithin(reading, window, bind)} on c.period_start = bucket
  ) c`
  }

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

/** A page of all buckets of a window, when none of them lacks its candle: filling gaps costs as much again. */
async function readWhole(reading: Reading, step: bigint, window: Span, plan: Plan): Promise<string | undefined> {
  const from = (bind: Bind): string => candlesWithin(reading, window, bind)
  const rows = await readRows(reading.db, { ...listing, from }, plan, { signal: reading.signal })
  return BigInt(rows.count - 1) * step === window.last - window.first ? textOfPage(listing, plan, rows) : undefined
}

/** The same where a bound or the cursor gives the start of the page, so that the market's first and last candles are not read. */
async function readAnchored(reading: Reading, step: bigint, range: PageRange, plan: Plan): Promise<string | undefined> {
  if (beginsAt(range, step) === undefined) return undefined
  const series = seriesOf({ first: bucketFrom(earliest, step), last: bucketAt(latest, step) - step }, range, step)
  const window = series && windowOf(series, range, step)
  return window && readWhole(reading, step, window, plan)
}

/** A gap-filled page. Gaps before the first stored candle are not filled when the market traded earlier (decision 19). */
export async function readFilled(reading: Reading, step: bigint, range: PageRange, plan: Plan): Promise<string> {
  const { chunked } = reading.interval
  const read = chunked ? await readAnchored(reading, step, range, plan) : await readPlainly(reading, step, range, plan)
  if (typeof read === 'string') return read
  const filling = read ?? (await readWindow(reading, step, range))
  if (!filling) return emptyPage
  const [window, since] = filling
  const whole = chunked ? await readWhole(reading, step, window, plan) : undefined
  if (whole !== undefined) return whole
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
