import { joined, spansOfBlocks } from './days.ts'
import { type Span, overlap } from './series.ts'
import { type Reading, day, tradesWithin } from './source.ts'
import { type Bind, Parameters, earliest, firstRows, latest, microsecondsSql } from '../../sql/statement.ts'

/** A market's candles of the blocks within spans, named `c`: what the view `trades_candle_block` groups out of all trades. */
export const blocksWithin = (reading: Reading, spans: readonly Span[], bind: Bind): string => `(
  select c.vega_time as period_start, (array_agg(c.price order by c.synthetic_time))[1] as open,
    (array_agg(c.price order by c.synthetic_time desc))[1] as close, max(c.price) as high, min(c.price) as low,
    sum(c.size) as volume, sum(c.size * c.price) as notional, max(c.synthetic_time) as last_update_in_period
  from ${tradesWithin(reading, spans, bind)} group by c.vega_time) c`

/** Trades to read at once for each block of the page: more than most blocks have. */
const tradesOfBlock = 4

/** The blocks of the first trades within spans; `whole` when there are no more. */
async function readBlocks(reading: Reading, spans: readonly Span[], wanted: number, descending: boolean) {
  const { bind, values } = new Parameters()
  const limit = tradesOfBlock * wanted
  const trades = `
    select c.vega_time from ${tradesWithin(reading, spans, bind)} order by c.synthetic_time ${descending ? 'desc' : 'asc'}`
  const sql = `
    select count(distinct c.vega_time)::text, ${microsecondsSql('min(c.vega_time)')}, ${microsecondsSql('max(c.vega_time)')},
      (count(*) < ${bind(String(limit), 'bigint')})::text
    from (${firstRows(trades, limit, bind)}) c`
  const [row] = await reading.db.rows(sql, values, reading.signal)
  const [blocks, first, last, whole] = row ?? []
  const found = first && last ? { first: BigInt(first), last: BigInt(last) } : undefined
  return { blocks: Number(blocks), found, whole: whole === 'true' }
}

const within = (spans: readonly Span[], bounds: Span): Span[] =>
  spans.map((span) => overlap(span, bounds)).filter((span) => span !== undefined)

/**
 * The parts of a span that hold its first `wanted` blocks, so that only their trades are grouped, earliest first. Between
 * two of them are days without trades.
 */
export async function findBlocks(reading: Reading, span: Span, wanted: number, descending: boolean): Promise<Span[]> {
  const reached: Span[] = []
  let left = wanted
  const groups = reading.interval.chunked ? spansOfBlocks(reading, span, descending) : [[span]]
  for await (const group of groups) {
    let spans = group
    while (left > 0 && spans.length > 0) {
      const { blocks, found, whole } = await readBlocks(reading, spans, left, descending)
      if (!found) break
      reached.push(...within(spans, found))
      left -= blocks
      if (whole) break
      spans = within(
        spans,
        descending ? { first: earliest, last: found.first - 1n } : { first: found.last + 1n, last: latest },
      )
    }
    if (left <= 0) break
  }
  return joined(reached, 2n * day)
}
