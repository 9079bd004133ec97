import {
  bucketOrigin,
  candleTable,
  compareIntervals,
  intervalLength,
  intervalOfTable,
} from '../../../wire/candle-interval.ts'
import { candleIdOf } from '../../../wire/candles.ts'
import { readLastBlock } from '../../database/chain.ts'
import { orAborted } from '../../../client/timer.ts'
import { type MaybePromise, RecentRead } from '../../recent-read.ts'
import { type Db, perDatabase, factAgeMs } from '../../database/db.ts'
import {
  type Bind,
  bindInstant,
  dayStartSql,
  earliest,
  idBytes,
  instantSql,
  latest,
  microsecondsSql,
} from '../../sql/statement.ts'
import { bucketAt, bucketFrom, overlap, type Span } from './series.ts'

export interface Interval {
  /** As on the wire. */
  name: string
  /** The JSON that lists it, up to a market's id (wire.md 6.1). */
  json: string
  /** The table or view. Only names that came from the database are ever put into SQL. */
  relation: string
  /** Length of a bucket in microseconds; undefined where buckets are not regular, as for `block`. */
  step: bigint | undefined
  /** The database keeps trades in chunks of time, so that a statement without bounds reads or plans over all (decision 15). */
  chunked: boolean
}

/** Reads the interval out of the name of its table: `trades_candle_7_days`. */
export function intervalOf(relation: string, chunked = false): Interval {
  const name = intervalOfTable(relation) ?? relation
  const length = intervalLength(name)
  const json = JSON.stringify({ interval: name, candleId: candleIdOf(name, '') }).slice(0, -'"}'.length)
  return { name, json, relation, step: length === undefined ? undefined : length / 1000n, chunked }
}

// A hypertable has no chunks before its first row; that trigger of TimescaleDB it has from the start.
const chunked = `
  select t.relkind = 'p' or t.relhassubclass
    or exists (select from pg_trigger g where g.tgrelid = t.oid and g.tgname = 'ts_insert_blocker')
  from pg_class t where t.oid = to_regclass('trades')`

const relations = `
  select c.relname::text, coalesce((${chunked}), false)::text from pg_class c
  where c.relname like 'trades\\_candle\\_%' and c.relkind in ('r', 'p', 'v', 'm') and pg_table_is_visible(c.oid)`

/** Milliseconds that the list of intervals may be old: as old as the block that an answer's headers name. */
const intervalsMaxAgeMs = 200

const catalogueOf = perDatabase((db) => {
  const read = async (): Promise<Interval[]> => {
    const rows = await db.rows(relations)
    const intervals = rows.map(([relation, chunked]) => intervalOf(relation ?? '', chunked === 'true'))
    return intervals.sort(compareIntervals)
  }
  return new RecentRead(read, intervalsMaxAgeMs)
})

/** The intervals the database has, in their order, at most 200 ms old: an operator may have added some (wire.md 6.1). */
export const readIntervals = (db: Db, signal?: AbortSignal): MaybePromise<readonly Interval[]> =>
  catalogueOf(db).last() ?? orAborted(catalogueOf(db).get(), signal)

/** The interval of a table, or undefined. One that is known is looked for again after five minutes. */
export async function findInterval(db: Db, relation: string, signal?: AbortSignal): Promise<Interval | undefined> {
  const find = (all: readonly Interval[]) => all.find((interval) => interval.relation === relation)
  const catalogue = catalogueOf(db)
  return find(catalogue.last(factAgeMs) ?? []) ?? find(await orAborted(catalogue.again(), signal))
}

/** The regular intervals that are longer than this one, shortest first. */
export async function longerIntervals(db: Db, { step }: Interval, signal?: AbortSignal): Promise<Interval[]> {
  const all = catalogueOf(db).last(factAgeMs) ?? (await readIntervals(db, signal))
  return all.filter((other) => step !== undefined && other.step !== undefined && other.step > step)
}

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
  return orAborted(recent.get(), signal)
}

export interface CandleSeries {
  interval: Interval
  marketId: string
}

export interface CandleSource extends CandleSeries {
  db: Db
  materialised: Materialised | undefined
  /** The candles of an hour where they are materialised further than those of this longer interval. */
  hours: CandleSource | undefined
  signal: AbortSignal | undefined
}

export async function candleSourceOf(
  db: Db,
  series: CandleSeries,
  signal: AbortSignal | undefined,
): Promise<CandleSource> {
  const { interval, marketId } = series
  const materialised = interval.chunked ? await findMaterialised(db, interval, signal) : undefined
  const hour =
    materialised && (interval.step ?? 0n) > hourLength && (await findInterval(db, candleTable('1 hour'), signal))
  const hours = hour ? await candleSourceOf(db, { marketId, interval: hour }, signal) : undefined
  return { db, interval, marketId, materialised, hours: hours?.materialised && hours, signal }
}

const hourLength = 3_600_000_000n
export const dayLength = 24n * hourLength

// The time of a trade is its block's and a microsecond for each event before it in the block, so always less than this.
export const longestBlock = hourLength

/** An instant as a parameter; an end that is open is text: it is the same for every page, and tells the plan that nothing is left out. */
export const instantOf = (microseconds: bigint, bind: Bind): string =>
  microseconds <= earliest || microseconds >= latest ? instantSql(microseconds) : bindInstant(microseconds, bind)

const exactly = (column: string, { first, last }: Span, bind: Bind): string =>
  `${column} >= ${instantOf(first, bind)} and ${column} <= ${instantOf(last, bind)}`

/** The longest span whose plan is kept, in microseconds: one over the chunks of years takes megabytes in each connection. */
const longestKept = 64n * dayLength
/** The same where candles are materialised, in chunks that are ten times as long. */
const longestOfCandles = 4n * longestKept

/**
 * The condition that an instant lies within a span. Where rows are in chunks its text has the span's days, so that chunks are left
 * out while the database plans, and the exact ends are parameters: pages of the same days are one statement, whose plan is kept
 * (decision 15). A longer span is text and planned each time.
 */
function within(column: string, span: Span, { interval, materialised }: CandleSource, bind: Bind): string {
  const { first, last } = span
  const longest = materialised && column === 'c.period_start' ? longestOfCandles : longestKept
  if (!interval.chunked) return exactly(column, span, bind)
  const isOpen = last >= latest - dayLength
  if (first <= earliest || (!isOpen && last - first > longest)) {
    return `${column} >= ${instantSql(first)} and ${column} <= ${instantSql(last)}`
  }
  const until = isOpen ? `<= ${instantSql(latest)}` : `< ${dayStartSql(last, 1n)}`
  return `${column} >= ${dayStartSql(first)} and ${column} ${until} and ${exactly(column, span, bind)}`
}

/**
 * A market's trades whose blocks lie within spans, named `c`. Chunks are of the trades' own time, which is bounded too;
 * each span is a statement of its own, so that the chunks between two of them are left out while the database plans.
 */
export function tradesWithin(source: CandleSource, spans: readonly Span[], bind: Bind): string {
  const parts = spans.map(
    ({ first, last }) => `
    select c.vega_time, c.synthetic_time, c.price, c.size from trades c
    where c.market_id = ${bind(idBytes(source.marketId), 'bytea')} and ${within('c.vega_time', { first, last }, source, bind)}
      and ${within('c.synthetic_time', { first, last: last + longestBlock }, source, bind)}`,
  )
  return `(${parts.join(' union all ')}) c`
}

const origin = dayStartSql(BigInt(Date.parse(bucketOrigin)) * 1000n)

/** Trades as candles of one trade each. */
const singleTrades = (source: CandleSource, span: Span, bind: Bind): string => `(
  select c.synthetic_time as period_start, c.price as open, c.price as close, c.price as high, c.price as low, c.size as volume,
    c.size * c.price as notional, c.synthetic_time as last_update_in_period
  from trades c where c.market_id = ${bind(idBytes(source.marketId), 'bytea')}
    and ${within('c.synthetic_time', span, source, bind)}) c`

/**
 * Candles of whole buckets made of those of an hour and, behind them, of the trades: the view takes as long to plan as twenty
 * pages to read, and a day has more trades than a page has candles (decision 15).
 */
function grouped(source: CandleSource, step: bigint, { first, last }: Span, bind: Bind): string {
  const span = { first, last: last + step - 1n }
  const { hours } = source
  return `
  select date_bin('${step} microseconds', c.period_start, ${origin}) as period_start,
    (array_agg(c.open order by c.period_start))[1] as open, (array_agg(c.close order by c.period_start desc))[1] as close,
    max(c.high) as high, min(c.low) as low, sum(c.volume) as volume, sum(c.notional) as notional,
    max(c.last_update_in_period) as last_update_in_period
  from ${hours ? candlesWithin(hours, span, bind) : singleTrades(source, span, bind)} group by 1`
}

/** A market's candles that start within a span, named `c`. */
export function candlesWithin(source: CandleSource, span: Span, bind: Bind): string {
  const { interval, marketId, materialised } = source
  const stored = (relation: string, where: string): string =>
    `select ${columns} from ${relation} c where c.market_id = ${bind(idBytes(marketId), 'bytea')} and ${where}`
  const startsWithin = (span: Span): string => within('c.period_start', span, source, bind)
  const { step } = interval
  if (!materialised || step === undefined) {
    return `(${stored(`"${interval.relation.replaceAll('"', '""')}"`, startsWithin(span))}) c`
  }
  const { relation, lastStart } = materialised
  const early = overlap(span, { first: earliest, last: lastStart })
  const late = overlap(
    { first: bucketFrom(span.first, step), last: bucketAt(span.last, step) },
    { first: lastStart + step, last: latest - step },
  )
  const ofMost = step >= dayLength && early && early.last - early.first > longestOfCandles
  const parts = [
    // One plan over all chunks is kept. Ends within it would be held against the bounds of each chunk before any is read.
    ...(ofMost
      ? [`select * from (${stored(relation, 'true')} offset 0) c where ${exactly('c.period_start', early, bind)}`]
      : early
        ? [stored(relation, startsWithin(early))]
        : []),
    ...(late ? [grouped(source, step, late, bind)] : []),
  ]
  return parts.length === 0 ? `(${stored(relation, startsWithin(span))}) c` : `(${parts.join(' union all ')}) c`
}

/** Microseconds of the first of several doubling windows: some dozen candles, but few chunks. */
export function firstWidth({ step = 2n * dayLength }: Interval): bigint {
  const dozens = 64n * step
  return step > 2n * dayLength ? step : dozens < 2n * dayLength ? dozens : 2n * dayLength
}
