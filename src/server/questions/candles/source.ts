import { bucketOrigin } from '../../../wire/candle-interval.ts'
import { readLastBlock } from '../../database/chain.ts'
import { untilAborted } from '../../abort-signal.ts'
import { RecentRead } from '../../recent-read.ts'
import { type Db, perDatabase } from '../../database/db.ts'
import { type Bind, bindInstant, earliest, idBytes, instantSql, latest, microsecondsSql } from '../../sql/statement.ts'
import type { Interval } from './intervals.ts'
import { bucketAt, bucketFrom, overlap, type Span } from './series.ts'

/** The table behind a materialised view, and the start of its last candle in Unix microseconds (decision 15). */
export interface Materialised {
  /** As an identifier of SQL. */
  relation: string
  lastStart: bigint
}

/** The columns of a candle that are read, beside its market. */
export const columns = 'period_start, open, close, high, low, volume, notional, last_update_in_period'
const allColumns = ['market_id', ...columns.split(', ')]

// Before TimescaleDB 2.7, and from then on in aggregates that are older, the table holds parts of candles: other columns.
const ofView = `
  select m.oid::regclass::text
  from timescaledb_information.continuous_aggregates a
  join pg_class m on m.relname = a.materialization_hypertable_name
  join pg_namespace n on n.oid = m.relnamespace and n.nspname = a.materialization_hypertable_schema
  where format('%I.%I', a.view_schema, a.view_name)::regclass = to_regclass($1::text)
    and has_schema_privilege(n.oid, 'usage') and has_table_privilege(m.oid, 'select')
    and (select count(*) from pg_attribute c where c.attrelid = m.oid and c.attname = any ($2::text[])) = ${String(allColumns.length)}`

/** How far before the last block the last candle is looked for, at least: 64 days. */
const reach = 5_529_600_000_000n

async function readMaterialised(db: Db, { relation, step = 0n }: Interval): Promise<Materialised | undefined> {
  const [aggregates] = await db.rows(`select to_regclass('timescaledb_information.continuous_aggregates')::text`)
  if (!aggregates?.[0]) return undefined
  const [[table] = []] = await db.rows(ofView, [`"${relation}"`, allColumns])
  const block = await readLastBlock(db)
  if (!table || !block) return undefined
  const since = BigInt(block.time) / 1000n - (8n * step > reach ? 8n * step : reach)
  const [[lastStart] = []] = await db.rows(
    `select ${microsecondsSql('max(c.period_start)')} from ${table} c
      where c.period_start >= ${instantSql(since)}`,
  )
  return lastStart ? { relation: table, lastStart: BigInt(lastStart) } : undefined
}

/** Milliseconds to cache the result. Materialised rows only grow, so an old end is correct too. */
const maxAgeMs = 10_000
const recentReads = perDatabase(() => new Map<string, RecentRead<Materialised | undefined>>())

/** Undefined where the view has no such table, or no rows of the last days in it: then only the view is read. */
async function findMaterialised(
  db: Db,
  interval: Interval,
  signal: AbortSignal | undefined,
): Promise<Materialised | undefined> {
  if (interval.step === undefined) return undefined
  const reads = recentReads(db)
  const recent = reads.get(interval.relation) ?? new RecentRead(() => readMaterialised(db, interval), maxAgeMs)
  reads.set(interval.relation, recent)
  return untilAborted(recent.get(), signal)
}

/** A market's candles of one interval. */
export interface CandleSeries {
  interval: Interval
  marketId: string
}

/** What they are read from. */
export interface CandleSource extends CandleSeries {
  db: Db
  materialised: Materialised | undefined
  signal: AbortSignal | undefined
}

export async function candleSourceOf(
  db: Db,
  series: CandleSeries,
  signal: AbortSignal | undefined,
): Promise<CandleSource> {
  const { interval, marketId } = series
  const materialised = interval.chunked ? await findMaterialised(db, interval, signal) : undefined
  return { db, interval, marketId, materialised, signal }
}

export const dayLength = 86_400_000_000n

// The time of a trade is its block's and a microsecond for each event before it in the block, so always less than this.
export const longestBlock = dayLength / 24n

const between = (column: string, { first, last }: Span, instant = instantSql): string =>
  `${column} >= ${instant(first)} and ${column} <= ${instant(last)}`

/**
 * How instants are written: as text where planning with it leaves out chunks, else as parameters of a plan that is kept (decision
 * 33). An end that is open is text too: it is the same for every page, and tells the plan that nothing is left out.
 */
export const instantsOf =
  ({ interval }: CandleSource, bind: Bind) =>
  (microseconds: bigint): string =>
    interval.chunked || microseconds <= earliest || microseconds >= latest
      ? instantSql(microseconds)
      : bindInstant(microseconds, bind)

/**
 * A market's trades whose blocks lie within spans, named `c`. Chunks are of the trades' own time, which is bounded too;
 * each span is a statement of its own, so that the chunks between two of them are left out while the database plans.
 */
export function tradesWithin({ marketId }: CandleSource, spans: readonly Span[], bind: Bind): string {
  const parts = spans.map(
    ({ first, last }) => `
    select c.vega_time, c.synthetic_time, c.price, c.size from trades c
    where c.market_id = ${bind(idBytes(marketId), 'bytea')} and ${between('c.vega_time', { first, last })}
      and ${between('c.synthetic_time', { first, last: last + longestBlock })}`,
  )
  return `(${parts.join(' union all ')}) c`
}

/** Candles of whole buckets made of the trades: the view of them takes as long to plan as twenty pages to read (decision 15). */
const fromTrades = (market: string, step: bigint, { first, last }: Span): string => `
  select date_bin('${step} microseconds', c.synthetic_time, timestamptz '${bucketOrigin}') as period_start,
    (array_agg(c.price order by c.synthetic_time))[1] as open, (array_agg(c.price order by c.synthetic_time desc))[1] as close,
    max(c.price) as high, min(c.price) as low, sum(c.size) as volume, sum(c.size * c.price) as notional,
    max(c.synthetic_time) as last_update_in_period
  from trades c where c.market_id = ${market} and ${between('c.synthetic_time', { first, last: last + step - 1n })}
  group by 1`

/** A market's candles that start within a span, named `c`. */
export function candlesWithin(source: CandleSource, span: Span, bind: Bind): string {
  const { interval, marketId, materialised } = source
  const market = (): string => bind(idBytes(marketId), 'bytea')
  const stored = (relation: string, within: Span, instant = instantSql): string =>
    `select ${columns} from ${relation} c where c.market_id = ${market()} and ${between('c.period_start', within, instant)}`
  const { step } = interval
  if (!materialised || step === undefined) {
    return `(${stored(`"${interval.relation.replaceAll('"', '""')}"`, span, instantsOf(source, bind))}) c`
  }
  const { relation, lastStart } = materialised
  const early = overlap(span, { first: earliest, last: lastStart })
  const late = overlap(
    { first: bucketFrom(span.first, step), last: bucketAt(span.last, step) },
    { first: lastStart + step, last: latest - step },
  )
  const parts = [
    // A page of days reaches over most chunks, so that a plan over all of them is kept; a shorter one is planned over few.
    ...(early ? [stored(relation, early, step < dayLength ? instantSql : (at) => bindInstant(at, bind))] : []),
    ...(late ? [fromTrades(market(), step, late)] : []),
  ]
  return parts.length === 0 ? `(${stored(relation, span)}) c` : `(${parts.join(' union all ')}) c`
}

/** Microseconds of the first of several doubling windows: some dozen candles, but few chunks. */
export function firstWidth({ step = 2n * dayLength }: Interval): bigint {
  const dozens = 64n * step
  return step > 2n * dayLength ? step : dozens < 2n * dayLength ? dozens : 2n * dayLength
}
