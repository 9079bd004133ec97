import type { Interval } from './intervals.ts'
import type { Span } from './series.ts'
import type { Db } from '../db.ts'
import { type Materialised, columns, findMaterialised } from './materialised.ts'
import { type Bind, idBytes, instantSql } from '../sql.ts'

/** A market's candles of one interval. */
export interface CandleSeries {
  interval: Interval
  marketId: string
}

/** What they are read from. */
export interface Reading extends CandleSeries {
  db: Db
  materialised: Materialised | undefined
  signal: AbortSignal | undefined
}

export async function readingOf(db: Db, series: CandleSeries, signal: AbortSignal | undefined): Promise<Reading> {
  const { interval, marketId } = series
  const materialised = interval.chunked ? await findMaterialised(db, interval, signal) : undefined
  return { db, interval, marketId, materialised, signal }
}

export const day = 86_400_000_000n

// The time of a trade is its block's and a microsecond for each event before it in the block, so always less than this.
export const longestBlock = day / 24n

const between = (column: string, { first, last }: Span): string =>
  `${column} >= ${instantSql(first)} and ${column} <= ${instantSql(last)}`

/**
 * A market's trades whose blocks lie within spans, named `c`. Chunks are of the trades' own time, which is bounded too;
 * each span is a statement of its own, so that the chunks between two of them are left out while the database plans.
 */
export function tradesWithin({ marketId }: Reading, spans: readonly Span[], bind: Bind): string {
  const parts = spans.map(
    ({ first, last }) => `
    select c.vega_time, c.synthetic_time, c.price, c.size from trades c
    where c.market_id = ${bind(idBytes(marketId), 'bytea')} and ${between('c.vega_time', { first, last })}
      and ${between('c.synthetic_time', { first, last: last + longestBlock })}`,
  )
  return `(${parts.join(' union all ')}) c`
}

/** A market's candles that start within a span, named `c`. */
export function candlesWithin(
  { interval, marketId, materialised }: Reading,
  { first, last }: Span,
  bind: Bind,
): string {
  const from = (relation: string, span: Span): string =>
    span.first > span.last
      ? ''
      : `select ${columns} from ${relation} c
        where c.market_id = ${bind(idBytes(marketId), 'bytea')} and ${between('c.period_start', span)}`
  const view = `"${interval.relation.replaceAll('"', '""')}"`
  if (!materialised) return `(${from(view, { first, last })}) c`
  const { relation, until } = materialised
  const parts = [
    from(relation, { first, last: last < until ? last : until }),
    from(view, { first: first > until ? first : until + 1n, last }),
  ]
  return `(${parts.filter(Boolean).join(' union all ')}) c`
}

/** Microseconds of the first of several doubling windows: some dozen candles, but few chunks. */
export function firstWidth({ step = 2n * day }: Interval): bigint {
  const dozens = 64n * step
  return step > 2n * day ? step : dozens < 2n * day ? dozens : 2n * day
}
