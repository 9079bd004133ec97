import { blockInterval } from '../../../wire/candle-interval.ts'
import { blocksWithin, findBlocks } from './blocks.ts'
import { readEdges } from './edges.ts'
import { type Span, doublingWindows } from './series.ts'
import { type CandleSeries, type Reading, candlesWithin, firstWidth, instantsOf, readingOf } from './source.ts'
import { candleRecord } from './page-range.ts'
import type { Db } from '../../database/db.ts'
import { type Bind, type Condition, Parameters, earliest, latest, microsecondsSql } from '../../sql/statement.ts'

/** A candle as the text that goes out; its times in Unix microseconds. */
export interface CandleText {
  json: string
  start: bigint
  lastUpdate: bigint
}

/** Candles of a source named `c`, from its end where `descending`. */
async function read(
  { db, signal }: Reading,
  source: (bind: Bind) => string,
  { condition, descending, limit }: { condition?: Condition; descending: boolean; limit: number },
): Promise<CandleText[]> {
  const { bind, values } = new Parameters()
  const sql = `
    select ${candleRecord.json}, ${microsecondsSql('c.period_start')}, ${microsecondsSql('c.last_update_in_period')}
    from ${source(bind)} ${condition === undefined ? '' : `where ${condition(bind)}`}
    order by c.period_start ${descending ? 'desc' : 'asc'} limit ${String(limit)}`
  const rows = await db.rows(sql, values, signal)
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
  if (!all) return []
  if (followed.interval.name === blockInterval) {
    const blocks = await findBlocks(reading, all, count, true)
    const source = (bind: Bind): string => blocksWithin(reading, blocks, bind)
    return blocks.length === 0 ? [] : (await read(reading, source, { descending: true, limit: count })).reverse()
  }
  const found: CandleText[] = []
  const windows = followed.interval.chunked ? doublingWindows(all, true, firstWidth(followed.interval)) : [all]
  for (const window of windows) {
    const source = (bind: Bind): string => candlesWithin(reading, window, bind)
    found.push(...(await read(reading, source, { descending: true, limit: count - found.length })))
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
  const condition: Condition = (bind) => `c.last_update_in_period > ${instantsOf(reading, bind)(since.lastUpdate)}`
  const span: Span = { first: since.start, last: all.last }
  const source = (bind: Bind): string =>
    followed.interval.name === blockInterval ? blocksWithin(reading, [span], bind) : candlesWithin(reading, span, bind)
  return read(reading, source, { condition, descending: false, limit })
}
