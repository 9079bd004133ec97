import { bucketOrigin, candleTable, defaultIntervals, finerInterval } from '../../wire/candle-interval.ts'
import type { WritableDb } from '../store/db.ts'

const origin = `timestamptz '${bucketOrigin}'`

/** `$1` is the time of the first trade that is not in the candles yet; earlier buckets are not changed. */
const statement = (interval: string, source: string, columns: string, time: string): string => `
  insert into ${candleTable(interval)}
    (market_id, period_start, open, close, high, low, volume, notional, last_update_in_period)
  select market_id, date_bin('${interval}', ${time}, ${origin}), ${columns}
  from ${source}
  where ${time} >= date_bin('${interval}', $1::timestamptz, ${origin})
  group by 1, 2
  on conflict (market_id, period_start) do update set
    open = excluded.open, close = excluded.close, high = excluded.high, low = excluded.low,
    volume = excluded.volume, notional = excluded.notional, last_update_in_period = excluded.last_update_in_period`

const fromTrades = `(array_agg(price order by synthetic_time))[1], (array_agg(price order by synthetic_time desc))[1],
  max(price), min(price), sum(size), sum(size * price), max(synthetic_time)`

const fromCandles = `(array_agg(open order by period_start))[1], (array_agg(close order by period_start desc))[1],
  max(high), min(low), sum(volume), sum(notional), max(last_update_in_period)`

/** Builds all candles from trades, since the time (PostgreSQL text) of the earliest trade that they lack. */
export async function buildCandles(db: WritableDb, since: string): Promise<void> {
  await db.rows(statement('1 minute', 'trades', fromTrades, 'synthetic_time'), [since])
  for (const interval of defaultIntervals) {
    const finer = finerInterval(interval)
    if (finer !== undefined)
      await db.rows(statement(interval, candleTable(finer), fromCandles, 'period_start'), [since])
  }
}
