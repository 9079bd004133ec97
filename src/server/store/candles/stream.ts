import { blockInterval } from '../../../wire/candle-interval.ts'
import { blocksWithin, findBlocks } from './blocks.ts'
import { readEdges } from './edges.ts'
import { type Span, doublingWindows } from './series.ts'
import { type CandleSeries, type Reading, candlesWithin, firstWidth, readingOf } from './source.ts'
import { candleRecord } from './candles.ts'
import type { Db } from '../db.ts'
import { Parameters, earliest, instantSql, latest, microsecondsSql } from '../sql.ts'

/** A candle as the text that goes out; its times in Unix microseconds. */
export interface CandleText {
  json: string
  start: bigint
  lastUpdate: bigint
}

/** Candles within a span, from its end where `descending`. */
async function read(
  reading: Reading,
  span: Span,
  { condition, descending, limit }: { condition?: string; descending: boolean; limit: number },
): Promise<CandleText[]> {
  const { bind, values } = new Parameters()
  const candles = reading.interval.name === blockInterval ? blocksWithin : candlesWithin
  const sql = `
    select ${candleRecord.json}, ${microsecondsSql('c.period_start')}, ${microsecondsSql('c.last_update_in_period')}
    from ${candles(reading, span, bind)} ${condition === undefined ? '' : `where ${condition}`}
    order by c.period_start ${descending ? 'desc' : 'asc'} limit ${String(limit)}`
  const rows = await reading.db.rows(sql, values, reading.signal)
  return rows.map(([json, start, lastUpdate]) => ({
    json: json ?? '',
    start: BigInt(start ?? 0),
    lastUpdate: BigInt(lastUpdate ?? 0),
  }))
}

/** The span of all candles; where trades are in chunks from the first to the last, as each statement needs bounds. */
const readAll = (reading: Reading): Promise<Span | undefined> =>
  reading.interval.chunked ? readEdges(reading) : Promise.resolve({ first: earliest, last: latest })

/** The newest `count` candles, oldest first. */
export async function readNewestCandles(
  db: Db,
  followed: CandleSeries,
  count: number,
  signal: AbortSignal,
): Promise<CandleText[]> {
  const reading = await readingOf(db, followed, signal)
  const all = await readAll(reading)
  const span = all && followed.interval.name === blockInterval ? await findBlocks(reading, all, count, true) : all
  if (!span) return []
  const whole = !followed.interval.chunked || followed.interval.name === blockInterval
  const found: CandleText[] = []
  for (const window of whole ? [span] : doublingWindows(span, true, firstWidth(followed.interval))) {
    found.push(...(await read(reading, window, { descending: true, limit: count - found.length })))
    if (found.length === count) break
  }
  return found.reverse()
}

/** At most `limit` candles that changed after `since` was read, oldest first: trades change none before it. */
export async function readChangedCandles(
  db: Db,
  followed: CandleSeries,
  { since, limit }: { since: CandleText; limit: number },
  signal: AbortSignal,
): Promise<CandleText[]> {
  const reading = await readingOf(db, followed, signal)
  const all = await readAll(reading)
  if (!all || all.last < since.start) return []
  const condition = `c.last_update_in_period > ${instantSql(since.lastUpdate)}`
  return read(reading, { first: since.start, last: all.last }, { condition, descending: false, limit })
}
