import type { Candle } from '../../wire/candles.ts'
import { type Interval, quotedRelation } from './candle-intervals.ts'
import { type Span, seriesOf, windowOf } from './candle-series.ts'
import { microsecondsOf, readCursor } from './cursor.ts'
import type { Db } from './db.ts'
import { type Condition, type Listing, descends, emptyPage, readPage } from './keyset.ts'
import type { Plan } from './page.ts'
import { record, time, word } from './record.ts'
import { Parameters, floorDivide, idBytes, timestampText } from './sql.ts'

/** Whose candles; bounds in Unix nanoseconds, the start inclusive, the end exclusive, each may be missing. */
export interface CandleRange {
  interval: Interval
  marketId: string
  from: bigint | undefined
  to: bigint | undefined
}

/** The record of a candle `c`. */
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
  key: [{ sql: 'c.period_start', member: 'periodStart' }],
}

/** The bounds as the network's database sees them: cut to microseconds. */
const microseconds = (nanoseconds: bigint | undefined): bigint | undefined =>
  nanoseconds === undefined ? undefined : floorDivide(nanoseconds, 1000n)

/** Compares a column with an instant in Unix microseconds. */
export const at =
  (column: string, operator: '>=' | '>' | '<=' | '<', instant: bigint): Condition =>
  (bind) =>
    `${column} ${operator} ${bind(timestampText(instant), 'timestamptz')}`

function within(column: string, from: bigint | undefined, to: bigint | undefined): Condition[] {
  const conditions: Condition[] = []
  if (from !== undefined) conditions.push(at(column, '>=', from))
  if (to !== undefined) conditions.push(at(column, '<', to))
  return conditions
}

export const microsecondsSql = (column: string): string => `(extract(epoch from ${column}) * 1000000)::bigint::text`

/** First and last candle of a market: two steps down an index. */
async function readExisting(db: Db, interval: Interval, market: string, signal?: AbortSignal) {
  const edge = (direction: string): string => `(
    select ${microsecondsSql('c.period_start')} from ${quotedRelation(interval)} c
    where c.market_id = $1::bytea order by c.period_start ${direction} limit 1)`
  const [row] = await db.rows(`select ${edge('asc')}, ${edge('desc')}`, [market], signal)
  const [first, last] = row ?? []
  return first && last ? { first: BigInt(first), last: BigInt(last) } : undefined
}

/** The buckets of a window with their candles; an empty one carries the last update before it (wire.md 6.3). */
function filled(interval: Interval, market: string, step: bigint, { first, last }: Span, from: bigint | undefined) {
  return (bind: Parameters['bind']): string => {
    const candles = quotedRelation(interval)
    const id = bind(market, 'bytea')
    const [low, high] = [bind(timestampText(first), 'timestamptz'), bind(timestampText(last), 'timestamptz')]
    const since = from === undefined ? '' : `and b.period_start >= ${bind(timestampText(from), 'timestamptz')}`
    return `(
      select bucket as period_start, c.high, c.low, c.open, c.close, c.volume, c.notional,
        coalesce(
          max(c.last_update_in_period) over (order by bucket),
          (select b.last_update_in_period from ${candles} b
            where b.market_id = ${id} and b.period_start < ${low} ${since} order by b.period_start desc limit 1),
          bucket) as last_update_in_period
      from generate_series(${low}, ${high}, ${bind(`${String(step)} microseconds`, 'interval')}) as bucket
      left join ${candles} c on c.period_start = bucket
        and c.market_id = ${id} and c.period_start >= ${low} and c.period_start <= ${high}
    ) c`
  }
}

/** The instant of a cursor. A cursor without an instant lies behind all candles. */
function cursorOf(plan: Plan): bigint | undefined {
  const values = plan.cursor === undefined ? undefined : readCursor(listing.cursor, plan.cursor)
  return values && (microsecondsOf(values.get('periodStart') ?? '9999-12-31T23:59:59Z') ?? undefined)
}

const rowsToRead = (plan: Plan, cursor: bigint | undefined): number => plan.limit + (cursor === undefined ? 1 : 2)

/**
 * Blocks are grouped out of trades: finding first where the page ends keeps the grouping within the page. Undefined when
 * there is nothing to read.
 */
export async function readBlockEdge(
  db: Db,
  market: string,
  conditions: Condition[],
  plan: Plan,
  signal?: AbortSignal,
): Promise<bigint | undefined> {
  const { bind, values } = new Parameters()
  const cursor = cursorOf(plan)
  const all =
    cursor === undefined ? conditions : [...conditions, at('c.vega_time', descends(plan) ? '<=' : '>=', cursor)]
  const where = [`c.market_id = ${bind(market, 'bytea')}`, ...all.map((condition) => condition(bind))]
  const sql = `
    select ${microsecondsSql(`${descends(plan) ? 'min' : 'max'}(block.vega_time)`)} from (
      select distinct c.vega_time from trades c where ${where.join(' and ')}
      order by c.vega_time ${descends(plan) ? 'desc' : 'asc'} limit ${String(rowsToRead(plan, cursor))}) block`
  const [row] = await db.rows(sql, values, signal)
  return row?.[0] ? BigInt(row[0]) : undefined
}

/**
 * A page of candles. Regular intervals are gap-filled unless both bounds are given (wire.md 6.3); `block` never is, and
 * loses no row. Notional above 2^64-1 passes as text. Throws BadInput for a bad cursor.
 */
export async function readCandles(db: Db, range: CandleRange, plan: Plan, signal?: AbortSignal): Promise<string> {
  const { interval, marketId } = range
  const [from, to] = [microseconds(range.from), microseconds(range.to)]
  const market = idBytes(marketId)
  const cursor = cursorOf(plan)
  const { step } = interval
  if (step !== undefined && (from === undefined || to === undefined)) {
    const existing = await readExisting(db, interval, market, signal)
    const series = existing && seriesOf(existing, { from, to }, step)
    const asked = { count: rowsToRead(plan, cursor), descending: descends(plan), cursor }
    const window = series && windowOf(series, asked, step)
    if (!window) return emptyPage
    return readPage(db, { ...listing, from: filled(interval, market, step, window, from) }, plan, [], signal)
  }
  const conditions: Condition[] = [(bind) => `c.market_id = ${bind(market, 'bytea')}`]
  conditions.push(...within('c.period_start', from, to))
  if (interval.name === 'block') {
    const edge = await readBlockEdge(db, market, within('c.vega_time', from, to), plan, signal)
    if (edge === undefined) return emptyPage
    conditions.push(at('c.period_start', descends(plan) ? '>=' : '<=', edge))
  }
  return readPage(db, { ...listing, from: `${quotedRelation(interval)} c` }, plan, conditions, signal)
}
