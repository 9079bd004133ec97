import {
  blockInterval,
  bucketOrigin,
  candleTable,
  defaultIntervals,
  finerInterval,
} from '../../wire/candle-interval.ts'
import type { WritableDb } from '../database/db.ts'

const origin = `timestamptz '${bucketOrigin}'`

const overwrite = `
  on conflict (market_id, period_start) do update set
    open = excluded.open, close = excluded.close, high = excluded.high, low = excluded.low,
    volume = excluded.volume, notional = excluded.notional, last_update_in_period = excluded.last_update_in_period`

/** What candles are made of: rows of a table, with the name of their time, and the columns of a candle over several of them. */
interface Source {
  table: string
  time: string
  columns: string
}

const trades: Source = {
  table: 'trades',
  time: 'synthetic_time',
  columns: `(array_agg(price order by synthetic_time))[1], (array_agg(price order by synthetic_time desc))[1],
    max(price), min(price), sum(size), sum(size * price), max(synthetic_time)`,
}

const candlesOf = (interval: string): Source => ({
  table: candleTable(interval),
  time: 'period_start',
  columns: `(array_agg(open order by period_start))[1], (array_agg(close order by period_start desc))[1],
    max(high), min(low), sum(volume), sum(notional), max(last_update_in_period)`,
})

/** `$1` is the time of the first trade that is not in the candles yet; earlier buckets are not changed. */
const statement = (interval: string, { table, time, columns }: Source, anew: boolean): string => `
  insert into ${candleTable(interval)}
    (market_id, period_start, open, close, high, low, volume, notional, last_update_in_period)
  select market_id, date_bin('${interval}', ${time}, ${origin}), ${columns}
  from ${table}
  where ${time} >= date_bin('${interval}', $1::timestamptz, ${origin})
  group by 1, 2
  ${anew ? '' : overwrite}`

/**
 * Builds all candles from trades, since the time (PostgreSQL text) of the earliest trade that they lack. With `anew`
 * their tables are empty and may lack their keys.
 */
export async function buildCandles(db: WritableDb, since: string, anew = false): Promise<void> {
  for (const interval of defaultIntervals) {
    if (interval === blockInterval) continue // a view
    const finer = finerInterval(interval)
    await db.rows(statement(interval, finer === undefined ? trades : candlesOf(finer), anew), [since])
  }
}
