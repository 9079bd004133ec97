import { compareIntervals, intervalLength, intervalOfTable } from '../../../wire/candle-interval.ts'
import { type Db, perDatabase } from '../db.ts'

/** An interval of candles in the database, such as `15 minutes`. */
export interface Interval {
  /** As on the wire. */
  name: string
  /** The table or view. Only names that came from the database are ever put into SQL. */
  relation: string
  /** Length of a bucket in microseconds; undefined where buckets are not regular, as for `block`. */
  step: bigint | undefined
  /**
   * The database keeps trades in chunks of time, as a node's does: a statement that does not say which stretch of time it
   * is about is planned over all chunks, and reads the whole history of a view of candles.
   */
  chunked: boolean
}

/** Reads the interval out of the name of its table: `trades_candle_7_days`. */
export function intervalOf(relation: string, chunked = false): Interval {
  const name = intervalOfTable(relation) ?? relation
  const length = intervalLength(name)
  return { name, relation, step: length === undefined ? undefined : length / 1000n, chunked }
}

// A hypertable has no chunks before its first row; that trigger of TimescaleDB it has from the start.
const chunked = `
  select t.relkind = 'p' or t.relhassubclass
    or exists (select from pg_trigger g where g.tgrelid = t.oid and g.tgname = 'ts_insert_blocker')
  from pg_class t where t.oid = to_regclass('trades')`

const relations = `
  select c.relname::text, coalesce((${chunked}), false)::text from pg_class c
  where c.relname like 'trades\\_candle\\_%' and c.relkind in ('r', 'p', 'v', 'm') and pg_table_is_visible(c.oid)`

/** The intervals the database has, in their order: an operator may have added some (wire.md 6.1). */
export async function readIntervals(db: Db, signal?: AbortSignal): Promise<Interval[]> {
  const rows = await db.rows(relations, [], signal)
  const named = ({ name, step }: Interval) => ({ name, length: step })
  return rows
    .map(([relation, chunked]) => intervalOf(relation ?? '', chunked === 'true'))
    .sort((a, b) => compareIntervals(named(a), named(b)))
}

const cache = perDatabase<Interval>()

/** The interval of a table, or undefined. Known intervals are cached: tables of candles are never dropped. */
export async function findInterval(db: Db, relation: string, signal?: AbortSignal): Promise<Interval | undefined> {
  return cache(db).get(relation) ?? (await cacheIntervals(db, signal)).get(relation)
}

/** The regular intervals that are longer than this one, shortest first. */
export async function longerIntervals(db: Db, { step }: Interval, signal?: AbortSignal): Promise<Interval[]> {
  const all = cache(db).size > 0 ? cache(db) : await cacheIntervals(db, signal)
  return [...all.values()].filter((other) => step !== undefined && other.step !== undefined && other.step > step)
}

async function cacheIntervals(db: Db, signal?: AbortSignal): Promise<Map<string, Interval>> {
  const intervals = await readIntervals(db, signal)
  cache(db).clear()
  for (const interval of intervals) cache(db).set(interval.relation, interval)
  return cache(db)
}

/** The relation as an identifier of SQL. */
export const quotedRelation = ({ relation }: Interval): string => `"${relation.replaceAll('"', '""')}"`
