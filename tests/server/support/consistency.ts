import { blockInterval, bucketOrigin, candleTable, finerInterval } from '../../../src/wire/candle-interval.ts'
import type { Db } from '../../../src/server/database/db.ts'
import { accountType } from '../../../src/server/demo/market/book.ts'
import { intervals } from '../../../src/server/demo/market/candle.ts'

/** How many candles differ from the fold of the next finer ones, per interval, where those have the whole bucket. */
export async function misfitCandles(db: Db): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const { name, table } of intervals) {
    const fine = candleTable(finerInterval(name) ?? blockInterval)
    const [row] = await db.rows(`
      with folded as (
        select market_id, date_bin('${name}', period_start, '${bucketOrigin}') as start,
          (array_agg(open order by period_start))[1] as open,
          (array_agg(close order by period_start desc))[1] as close,
          max(high) as high, min(low) as low, sum(volume) as volume, sum(notional) as notional,
          max(last_update_in_period) as last
        from ${fine} group by 1, 2)
      select count(*)::text from folded f
      full join ${table} c on c.market_id = f.market_id and c.period_start = f.start
      where coalesce(f.start, c.period_start) >= (select min(period_start) from ${fine})
        and (c.open, c.close, c.high, c.low, c.volume, c.notional, c.last_update_in_period)
          is distinct from (f.open, f.close, f.high, f.low, f.volume, f.notional, f.last)`)
    if (row?.[0] !== '0') found[name] = row?.[0] ?? ''
  }
  return found
}

const entries = `
  select l.account_from_id::text, l.account_to_id::text, l.quantity::text, l.account_from_balance::text,
    l.account_to_balance::text, source.type::text, target.type::text, l.ledger_entry_time::text
  from ledger l
  join accounts source on source.id = l.account_from_id
  join accounts target on target.id = l.account_to_id
  order by l.ledger_entry_time`

/** The columns of `entries`. */
type EntryCells = Readonly<Record<0 | 1 | 2 | 3 | 4 | 5 | 6 | 7, string>> & string[]

/**
 * Plays the ledger from its first entry: every account starts at zero (what lies outside of the network starts with
 * what it has) and each entry must leave behind the balance before it and its movement. Answers the times of the
 * entries that do not, and how many there are in all.
 */
export async function unbalancedEntries(db: Db): Promise<{ wrong: string[]; entries: number }> {
  const outside = String(accountType.external)
  const balances = new Map<string, bigint>()
  const wrong: string[] = []
  const rows = await db.rows(entries)
  for (const row of rows) {
    const cells = row.map(String) as EntryCells
    const [from, to, quantity, fromBalance, toBalance, fromType, toType, time] = cells
    const [moved, left, got] = [BigInt(quantity), BigInt(fromBalance), BigInt(toBalance)]
    const had = balances.get(from) ?? (fromType === outside ? left + moved : 0n)
    const hadThere = balances.get(to) ?? (toType === outside ? got - moved : 0n)
    if (had - moved !== left || hadThere + moved !== got || left < 0n || moved <= 0n) wrong.push(time)
    balances.set(from, left)
    balances.set(to, got)
  }
  return { wrong, entries: rows.length }
}
