import type { Db, SqlRow, WritableDb } from '../../database/db.ts'
import { timestampText } from '../../sql/statement.ts'
import { accountType } from '../market/book.ts'
import { intervals } from '../market/candle.ts'
import { firstCandleTime } from '../world.ts'
import { insert, type Row } from '../rows.ts'
import { day, hour, type Micros } from './chain.ts'
import { lastBalance } from './network.ts'

const maxAge = 90 * day
/** About half a gigabyte with the indexes: more than three weeks of the present besides the past. */
const maxRows = 1_500_000
const maxRowsAtOnce = 20_000
/** Pruning is rare, because each time all balances are written again. */
const step = 6 * hour

const restore = 'TRANSFER_TYPE_CHECKPOINT_BALANCE_RESTORE'
const external = String(accountType.external)

const lastBalances = `
  select a.id::text, a.asset_id::text, a.type::text, last.balance::text
  from accounts a cross join lateral (${lastBalance('ledger_entry_time < $1::timestamptz')}) last
  where last.balance > 0 or a.type = ${external}
  order by a.id`

/** The time before which entries are deleted: by their age, or by their number when the present writes a lot. */
async function cutOf(db: Db, now: Micros, keep: number): Promise<Micros> {
  const byAge = Math.floor((now - maxAge) / step) * step
  const [estimate] = await db.rows(`select greatest(reltuples, 0)::bigint::text from pg_class where relname = 'ledger'`)
  const excess = Math.min(maxRowsAtOnce, Number(estimate?.[0] ?? 0) - keep)
  if (excess <= 0) return byAge
  const [row] = await db.rows(
    `select (extract(epoch from ledger_entry_time) * 1000000)::bigint::text from ledger
     order by ledger_entry_time offset $1::bigint limit 1`,
    [String(excess)],
  )
  return Math.max(byAge, Number(row?.[0] ?? 0))
}

/** Entries just before the cut that give every account its balance out of the external account of its asset. */
function restored(balances: readonly SqlRow[], cut: Micros): Row[] {
  const rows: Row[] = []
  for (const [source = '', asset, , left] of balances.filter(([, , type]) => type === external)) {
    const accounts = balances.filter(([, other, type]) => other === asset && type !== external)
    let outside = accounts.reduce((sum, [, , , balance]) => sum + BigInt(balance ?? '0'), BigInt(left ?? '0'))
    for (const [account = '', , , balance = '0'] of accounts) {
      outside -= BigInt(balance ?? '0')
      rows.push({
        account_from_id: source,
        account_to_id: account,
        quantity: balance,
        account_from_balance: outside,
        account_to_balance: balance,
      })
    }
  }
  const block = cut - rows.length
  return rows.map((row, index) => ({
    ...row,
    ledger_entry_time: timestampText(block + index),
    vega_time: timestampText(block),
    type: restore,
  }))
}

/** Deletes old entries, and restores the balances in their place as a network does after a checkpoint. */
export async function pruneLedger(db: WritableDb, now: Micros, keep = maxRows): Promise<void> {
  await db.transaction(async (transaction) => {
    const cut = await cutOf(transaction, now, keep)
    const old = `select 1 from ledger where ledger_entry_time < $1::timestamptz and type is distinct from '${restore}' limit 1`
    if ((await transaction.rows(old, [timestampText(cut)])).length === 0) return
    const balances = await transaction.rows(lastBalances, [timestampText(cut)])
    await transaction.rows('delete from ledger where ledger_entry_time < $1::timestamptz', [timestampText(cut)])
    await transaction.exec(insert('ledger', restored(balances, cut)))
  })
}

type Task = (db: WritableDb, now: Micros) => Promise<void>

const older =
  (table: string, column: string, limit: (now: Micros) => Micros, also = ''): Task =>
  (db, now) =>
    db.exec(`delete from ${table} where ${column} < '${timestampText(limit(now))}' ${also}`)

const epochEdges = `and not exists (select from epochs where start_time = blocks.vega_time)`

const tasks: readonly Task[] = [
  (db, now) => pruneLedger(db, now),
  older('trades', 'synthetic_time', (now) => now - day),
  older('epochs', 'start_time', (now) => now - 14 * day),
  older('blocks', 'vega_time', (now) => now - day, epochEdges),
  // Weekly candles stay: there are few, and the year they cover may begin in the middle of a week.
  ...intervals
    .filter(({ length }) => length < 7 * day)
    .map(({ table, length }) => older(table, 'period_start', (now) => firstCandleTime(length, now))),
]

/** Deletes old rows of one table a call, in turn, so that no call takes long. */
export async function prune(db: WritableDb, now: Micros, turn: number): Promise<void> {
  await tasks[turn % tasks.length]?.(db, now)
}
