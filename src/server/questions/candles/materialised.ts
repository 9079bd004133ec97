import type { Interval } from './intervals.ts'
import { readLastBlock } from '../../database/chain.ts'
import { type Db, perDatabase } from '../../database/db.ts'
import { instantSql, microsecondsSql } from '../../sql/statement.ts'

/** The table behind a materialised view, and the start of its last candle in Unix microseconds (decision 15). */
export interface Materialised {
  /** As an identifier of SQL. */
  relation: string
  until: bigint
}

/** The columns of a candle that are read, beside its market. */
export const columns = 'period_start, open, close, high, low, volume, notional, last_update_in_period'
const allColumns = ['market_id', ...columns.split(', ')]

// Before TimescaleDB 2.7, and from then on in aggregates that are older, the table holds parts of candles: other columns.
const ofView = `
  select m.oid::regclass::text
  from timescaledb_information.continuous_aggregates a
  join pg_class m on m.relname = a.materialization_hypertable_name
  join pg_namespace n on n.oid = m.relnamespace and n.nspname = a.materialization_hypertable_schema
  where format('%I.%I', a.view_schema, a.view_name)::regclass = to_regclass($1::text)
    and has_schema_privilege(n.oid, 'usage') and has_table_privilege(m.oid, 'select')
    and (select count(*) from pg_attribute c where c.attrelid = m.oid and c.attname = any ($2::text[])) = ${String(allColumns.length)}`

/** How far before the last block the last candle is looked for, at least: 64 days. */
const reach = 5_529_600_000_000n

async function read(db: Db, { relation, step = 0n }: Interval, signal: AbortSignal | undefined) {
  const [known] = await db.rows(`select to_regclass('timescaledb_information.continuous_aggregates')::text`, [], signal)
  if (!known?.[0]) return undefined
  const [[table] = []] = await db.rows(ofView, [`"${relation}"`, allColumns], signal)
  const block = await readLastBlock(db, signal)
  if (!table || !block) return undefined
  const since = BigInt(block.time) / 1000n - (8n * step > reach ? 8n * step : reach)
  const [[until] = []] = await db.rows(
    `select ${microsecondsSql('max(c.period_start)')} from ${table} c
      where c.period_start >= ${instantSql(since)}`,
    [],
    signal,
  )
  return until ? { relation: table, until: BigInt(until) } : undefined
}

/** Milliseconds to cache the result. Materialised rows only grow, so an old end is correct too. */
const maxAgeMs = 10_000
const cache = perDatabase<{ readAt: number; materialised: Materialised | undefined }>()

/** Undefined where the view has no such table, or no rows of the last days in it: then only the view is read. */
export async function findMaterialised(
  db: Db,
  interval: Interval,
  signal: AbortSignal | undefined,
): Promise<Materialised | undefined> {
  if (interval.step === undefined) return undefined
  const found = cache(db).get(interval.relation)
  const now = performance.now()
  if (found && now - found.readAt < maxAgeMs) return found.materialised
  const materialised = await read(db, interval, signal)
  cache(db).set(interval.relation, { readAt: now, materialised })
  return materialised
}
