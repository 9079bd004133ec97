import type { WritableDb } from '../store/db.ts'

// Buckets count from a Monday, 2000-01-03 in UTC, so weeks start on Mondays (wire.md 6.2).
const origin = `timestamptz '2000-01-03 00:00:00+00'`

/** Each interval, and the finer one that it is summed up from: its buckets hold whole buckets of the other. */
const ladder: readonly (readonly [interval: string, from: string])[] = [
  ['5 minutes', '1 minute'],
  ['15 minutes', '5 minutes'],
  ['30 minutes', '15 minutes'],
  ['1 hour', '30 minutes'],
  ['4 hours', '1 hour'],
  ['6 hours', '1 hour'],
  ['8 hours', '4 hours'],
  ['12 hours', '6 hours'],
  ['1 day', '12 hours'],
  ['7 days', '1 day'],
]

const tableOf = (interval: string): string => `trades_candle_${interval.replaceAll(' ', '_')}`

/** `$1` is the time of the first trade that the candles do not know yet: buckets before its own are left alone. */
const statement = (interval: string, source: string, columns: string, time: string): string => `
  insert into ${tableOf(interval)}
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

/**
 * Brings all candle tables up to the trades that are stored, where `since` is the time (as PostgreSQL writes it) of the
 * earliest trade they lack: only its bucket and later ones are made anew, each interval from the next finer one.
 */
export async function buildCandles(db: WritableDb, since: string): Promise<void> {
  await db.write(statement('1 minute', 'trades', fromTrades, 'synthetic_time'), [since])
  for (const [interval, finer] of ladder) {
    await db.write(statement(interval, tableOf(finer), fromCandles, 'period_start'), [since])
  }
}
