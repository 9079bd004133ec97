import { candleTable } from '../../../wire/candle-interval.ts'
import { type Bind, earliest, firstRows, latest, microsecondsSql, StatementParameters } from '../../sql/statement.ts'
import {
  findInterval,
  type Materialised,
  candlesWithin,
  dayLength,
  firstWidth,
  longestBlock,
  type CandleSource,
  candleSourceOf,
  tradesWithin,
} from './source.ts'
import { bucketAt, doublingWindows, overlap, type Span } from './series.ts'

export interface DaySource extends CandleSource {
  materialised: Materialised
}

/**
 * How the candles of a day, which say on which days a market traded; undefined where the database does not
 * say what it has materialised: then a day without a candle may still have trades.
 */
export async function daySourceOf(source: CandleSource): Promise<DaySource | undefined> {
  if (!source.interval.chunked) return undefined
  const interval = await findInterval(source.db, candleTable('1 day'), source.signal)
  const days = interval && (await candleSourceOf(source.db, { ...source, interval }, source.signal))
  return days?.materialised && { ...days, materialised: days.materialised }
}

/** Start of the blocks whose trades may not be materialised yet, in Unix microseconds. */
export const firstLateBlock = ({ materialised }: DaySource): bigint => materialised.lastStart + dayLength - longestBlock

/** The blocks that trades of a day may belong to: the time of a trade is behind that of its block. */
export const blocksOfDay = (start: bigint): Span => ({ first: start - longestBlock, last: start + dayLength - 1n })

/** All that comes after a span in reading order. */
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

async function readDays(days: CandleSource, window: Span, descending: boolean): Promise<bigint[]> {
  const { bind, values } = new StatementParameters()
  const span = { first: bucketAt(window.first, dayLength), last: window.last + longestBlock }
  const sql = `select ${microsecondsSql('c.period_start')} from ${candlesWithin(days, span, bind)}
    order by c.period_start ${descending ? 'desc' : 'asc'}`
  return (await days.db.rows(sql, values, days.signal)).map(([start]) => BigInt(start ?? 0))
}

/** The days with trades within a span of materialised days, in groups of which each has twice as many as the one before. */
async function* daysWithTrades(days: DaySource, span: Span, descending: boolean): AsyncGenerator<Span[]> {
  let rest = span
  let group: Span[] = []
  let size = 2
  for (const window of doublingWindows(span, descending, 64n * dayLength)) {
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
export async function* spansOfBlocks(source: CandleSource, span: Span, descending: boolean): AsyncGenerator<Span[]> {
  const width = firstWidth(source.interval)
  const [nearest = span] = doublingWindows(span, descending, width)
  yield [nearest]
  const rest = overlap(span, beyond(nearest, descending))
  const days = rest && (await daySourceOf(source))
  if (!rest) return
  const border = days ? firstLateBlock(days) : earliest
  const early = days && overlap(rest, { first: earliest, last: border - 1n })
  const late = overlap(rest, { first: border, last: latest })
  if (early && !descending) yield* daysWithTrades(days, early, descending)
  if (late) for (const window of doublingWindows(late, descending, 2n * width)) yield [window]
  if (early && descending) yield* daysWithTrades(days, early, descending)
}

/** A market's candles of the blocks within spans, named `c`: what the view `trades_candle_block` groups out of all trades. */
export const blocksWithin = (source: CandleSource, spans: readonly Span[], bind: Bind): string => `(
  select c.vega_time as period_start, (array_agg(c.price order by c.synthetic_time))[1] as open,
    (array_agg(c.price order by c.synthetic_time desc))[1] as close, max(c.price) as high, min(c.price) as low,
    sum(c.size) as volume, sum(c.size * c.price) as notional, max(c.synthetic_time) as last_update_in_period
  from ${tradesWithin(source, spans, bind)} group by c.vega_time) c`

/** Trades to read at once for each block of the page: more than most blocks have. */
const tradesOfBlock = 4

/** The blocks of the first trades within spans; `whole` when there are no more. */
async function readBlocks(source: CandleSource, spans: readonly Span[], count: number, descending: boolean) {
  const { bind, values } = new StatementParameters()
  const limit = tradesOfBlock * count
  const trades = `
    select c.vega_time from ${tradesWithin(source, spans, bind)} order by c.synthetic_time ${descending ? 'desc' : 'asc'}`
  const sql = `
    select count(distinct c.vega_time)::text, ${microsecondsSql('min(c.vega_time)')}, ${microsecondsSql('max(c.vega_time)')},
      (count(*) < ${bind(String(limit), 'bigint')})::text
    from (${firstRows(trades, limit, bind)}) c`
  const [row] = await source.db.rows(sql, values, source.signal)
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
export async function findBlocks(
  source: CandleSource,
  span: Span,
  count: number,
  descending: boolean,
): Promise<Span[]> {
  const reached: Span[] = []
  let left = count
  const groups = source.interval.chunked ? spansOfBlocks(source, span, descending) : [[span]]
  for await (const group of groups) {
    let spans = group
    while (left > 0 && spans.length > 0) {
      const { blocks, found, whole } = await readBlocks(source, spans, left, descending)
      if (!found) break
      reached.push(...within(spans, found))
      left -= blocks
      if (whole) break
      spans = within(spans, beyond(found, descending))
    }
    if (left <= 0) break
  }
  return joined(reached, 2n * dayLength)
}
