import type { Interval } from './candle-intervals.ts'
import { quotedRelation } from './candle-intervals.ts'
import { at, candleRecord, microsecondsSql, readBlockEdge } from './candles.ts'
import type { Db } from './db.ts'
import type { Condition } from './keyset.ts'
import { Parameters, idBytes } from './sql.ts'

/** Whose candles are followed. */
export interface Followed {
  interval: Interval
  marketId: string
}

/** A candle as the text that goes out; its times in Unix microseconds. */
export interface CandleText {
  json: string
  start: bigint
  lastUpdate: bigint
}

async function read(
  db: Db,
  { interval, marketId }: Followed,
  conditions: readonly Condition[],
  order: 'asc' | 'desc',
  limit: number,
  signal: AbortSignal,
): Promise<CandleText[]> {
  const { bind, values } = new Parameters()
  const where = [`c.market_id = ${bind(idBytes(marketId), 'bytea')}`, ...conditions.map((condition) => condition(bind))]
  const sql = `
    select ${candleRecord.json}, ${microsecondsSql('c.period_start')}, ${microsecondsSql('c.last_update_in_period')}
    from ${quotedRelation(interval)} c where ${where.join(' and ')}
    order by c.period_start ${order} limit ${String(limit)}`
  const rows = await db.rows(sql, values, signal)
  return rows.map(([json, start, lastUpdate]) => ({
    json: json ?? '',
    start: BigInt(start ?? 0),
    lastUpdate: BigInt(lastUpdate ?? 0),
  }))
}

/** The newest `count` candles, oldest first. */
export async function readNewestCandles(
  db: Db,
  followed: Followed,
  count: number,
  signal: AbortSignal,
): Promise<CandleText[]> {
  const conditions: Condition[] = []
  if (followed.interval.name === 'block') {
    // Blocks are grouped out of trades: without a bound all of them would be.
    const plan = { limit: count, forward: true, newestFirst: true, cursor: undefined }
    const edge = await readBlockEdge(db, idBytes(followed.marketId), [], plan, signal)
    if (edge === undefined) return []
    conditions.push(at('c.period_start', '>=', edge))
  }
  return (await read(db, followed, conditions, 'desc', count, signal)).reverse()
}

/**
 * At most `count` candles that changed after `last` was read, oldest first. Trades only ever touch the newest candle, so
 * none before `last` can have changed.
 */
export const readChangedCandles = (
  db: Db,
  followed: Followed,
  last: CandleText,
  count: number,
  signal: AbortSignal,
): Promise<CandleText[]> =>
  read(
    db,
    followed,
    [at('c.period_start', '>=', last.start), at('c.last_update_in_period', '>', last.lastUpdate)],
    'asc',
    count,
    signal,
  )
