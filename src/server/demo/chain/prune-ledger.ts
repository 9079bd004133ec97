import type { Db, SqlRow, WritableDb } from '../../store/db.ts'
import { timestampText } from '../../store/sql.ts'
import { accountType } from '../market/book.ts'
import { day, hour, type Micros } from './chain.ts'
import { insert, type Row } from '../rows.ts'
import { ledgerRows } from '../tables.ts'

const reach = 90 * day
/** About half a gigabyte with the indexes: more than three weeks of the present besides the past. */
const rowsKept = 1_500_000
const atOnce = 20_000
/** Seldom, because each time all balances are written anew. */
const step = 6 * hour

const restore = 'TRANSFER_TYPE_CHECKPOINT_BALANCE_RESTORE'

const lastBalances = `
  select a.id::text, a.asset_id::text, a.type::text, last.balance::text
  from accounts a
  cross join lateral (
    select entry.balance
    from (
      (select ledger_entry_time as time, account_from_balance as balance from ledger
        where account_from_id = a.id and ledger_entry_time < $1::timestamptz order by ledger_entry_time desc limit 1)
      union all
      (select ledger_entry_time, account_to_balance from ledger
        where account_to_id = a.id and ledger_entry_time < $1::timestamptz order by ledger_entry_time desc limit 1)
    ) entry
    order by entry.time desc limit 1
  ) last
  where last.balance > 0 or a.type = ${String(accountType.external)}
  order by a.id`

/** The time before which entries are forgotten: their age decides, or their number when the present writes a lot. */
async function cutOf(db: Db, now: Micros, keep: number): Promise<Micros> {
  const byAge = Math.floor((now - reach) / step) * step
  const [estimate] = await db.rows(`select greatest(reltuples, 0)::bigint::text from pg_class where relname = 'ledger'`)
  const excess = Math.min(atOnce, Number(estimate?.[0] ?? 0) - keep)
  if (excess <= 0) return byAge
  const [row] = await db.rows(
    `select (extract(epoch from ledger_entry_time) * 1000000)::bigint::text from ledger
     order by ledger_entry_time offset $1::bigint limit 1`,
    [String(excess)],
  )
  return Math.max(byAge, Number(row?.[0] ?? 0))
}

/** Entries that give every account what it had, out of what lies outside of the network, just before the cut. */
function restored(balances: readonly SqlRow[], cut: Micros): Row[] {
  const external = String(accountType.external)
  const rows: Row[] = []
  for (const [source, asset, , left] of balances.filter(([, , type]) => type === external)) {
    const accounts = balances.filter(([, other, type]) => other === asset && type !== external)
    let outside = accounts.reduce((sum, [, , , balance]) => sum + BigInt(balance ?? '0'), BigInt(left ?? '0'))
    for (const [account, , , balance] of accounts) {
      outside -= BigInt(balance ?? '0')
      rows.push([source ?? '', account ?? '', balance ?? '', String(outside), balance ?? ''])
    }
  }
  const block = timestampText(cut - rows.length)
  return rows.map(([from = null, to = null, quantity = null, fromBalance = null, toBalance = null], index) => {
    const time = timestampText(cut - rows.length + index)
    return [time, from, to, quantity, block, fromBalance, toBalance, restore]
  })
}

/**
 * Forgets old ledger entries and restores each account's balance of that moment in their place, as a network does that
 * restarts from a checkpoint: balances still follow from the entries. At most `keep` entries stay, about.
 */
export async function pruneLedger(db: WritableDb, now: Micros, keep = rowsKept): Promise<void> {
  await db.transaction(async (transaction) => {
    const cut = await cutOf(transaction, now, keep)
    const old = `select 1 from ledger where ledger_entry_time < $1::timestamptz and type is distinct from '${restore}' limit 1`
    if ((await transaction.rows(old, [timestampText(cut)])).length === 0) return
    const balances = await transaction.rows(lastBalances, [timestampText(cut)])
    await transaction.write('delete from ledger where ledger_entry_time < $1::timestamptz', [timestampText(cut)])
    await transaction.exec(insert(ledgerRows(restored(balances, cut))))
  })
}
