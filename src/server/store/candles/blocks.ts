import { type Span, doublingWindows } from './series.ts'
import { type Reading, firstWidth, tradesWithin } from './source.ts'
import { type Bind, Parameters, microsecondsSql } from '../sql.ts'

/** A market's candles of the blocks within a span, named `c`: what the view `trades_candle_block` groups out of all trades. */
export const blocksWithin = (reading: Reading, span: Span, bind: Bind): string => `(
  select c.vega_time as period_start, (array_agg(c.price order by c.synthetic_time))[1] as open,
    (array_agg(c.price order by c.synthetic_time desc))[1] as close, max(c.price) as high, min(c.price) as low,
    sum(c.size) as volume, sum(c.size * c.price) as notional, max(c.synthetic_time) as last_update_in_period
  from ${tradesWithin(reading, span, bind)} group by c.vega_time) c`

/** Trades to read at once for each block of the page: more than most blocks have. */
const tradesOfBlock = 4

/** The blocks of the first trades within a span; `whole` when it has no more. */
async function readBlocks(reading: Reading, span: Span, wanted: number, descending: boolean) {
  const { bind, values } = new Parameters()
  const limit = tradesOfBlock * wanted
  const sql = `
    select count(distinct c.vega_time)::text, ${microsecondsSql('min(c.vega_time)')}, ${microsecondsSql('max(c.vega_time)')},
      (count(*) < ${String(limit)})::text
    from (select c.vega_time from ${tradesWithin(reading, span, bind)}
      order by c.synthetic_time ${descending ? 'desc' : 'asc'} limit ${String(limit)}) c`
  const [row] = await reading.db.rows(sql, values, reading.signal)
  const [blocks, first, last, whole] = row ?? []
  const found = first && last ? { first: BigInt(first), last: BigInt(last) } : undefined
  return { blocks: Number(blocks), found, whole: whole === 'true' }
}

/** The part of a span that holds its first `wanted` blocks, so that only their trades are grouped; undefined when none. */
export async function findBlocks(
  reading: Reading,
  span: Span,
  wanted: number,
  descending: boolean,
): Promise<Span | undefined> {
  const windows = reading.interval.chunked ? doublingWindows(span, descending, firstWidth(reading.interval)) : [span]
  let reached: Span | undefined
  let left = wanted
  for (const window of windows) {
    let { first, last } = window
    while (left > 0) {
      const { blocks, found, whole } = await readBlocks(reading, { first, last }, left, descending)
      if (!found) break
      reached = {
        first: reached && reached.first < found.first ? reached.first : found.first,
        last: reached && reached.last > found.last ? reached.last : found.last,
      }
      left -= blocks
      if (whole) break
      if (descending) last = found.first - 1n
      else first = found.last + 1n
    }
    if (left <= 0) break
  }
  return reached
}
