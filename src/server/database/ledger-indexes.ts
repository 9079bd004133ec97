import { factPerDatabase } from './db.ts'

// Any index with these as its first two columns will do, whatever its name and further columns.
const missing = `
  select wanted.account from unnest(array['account_from_id', 'account_to_id']) as wanted (account)
  where not exists (
    select from pg_attribute c where c.attrelid = to_regclass('ledger') and c.attname = 'account_id')
  and not exists (
    select from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
    where i.indrelid = to_regclass('ledger') and i.indisvalid and i.indpred is null and a.amname = 'btree'
      and pg_get_indexdef(i.indexrelid, 1, true) = wanted.account
      and pg_get_indexdef(i.indexrelid, 2, true) = 'ledger_entry_time')`

const sides = `
  select from pg_attribute c where c.attrelid = to_regclass('ledger') and c.attname = 'account_id'`

/** True where the ledger has a row for each account of an entry, in `account_id`, by which it is distributed (decision 41). */
export const isLedgerBySides = factPerDatabase(async (db, signal) => (await db.rows(sides, [], signal)).length > 0)

/** The statements that create the missing indexes: a real node has none (wire.md 12.1). Checked until both exist. */
export const missingLedgerIndexes = factPerDatabase(
  async (db, signal) => {
    const rows = await db.rows(missing, [], signal)
    return rows.map(([account]) => `create index on ledger (${account ?? ''}, ledger_entry_time);`)
  },
  (statements) => statements.length === 0,
)
