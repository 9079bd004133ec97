import { compareIntervals, intervalLength, intervalOfTable } from '../../../wire/candle-interval.ts'
import { untilAborted } from '../../abort-signal.ts'
import { RecentRead } from '../../recent-read.ts'
import { type Db, factAgeMs, perDatabase } from '../../database/db.ts'

/** An interval of candles in the database, such as `15 minutes`. */
export interface Interval {
  /** As on the wire. */
  name: string
  /** The table or view. Only names that came from the database are ever put into SQL. */
  relation: string
  /** Length of a bucket in microseconds; undefined where buckets are not regular, as for `block`. */
  step: bigint | undefined
  /** The database keeps trades in chunks of time, so that a statement without bounds reads or plans over all (decision 15). */
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

/** Milliseconds that the list of intervals may be old: as old as the block that an answer's headers name. */
const maxAgeMs = 200

const catalogueOf = perDatabase((db) => {
  const read = async (): Promise<Interval[]> => {
    const rows = await db.rows(relations)
    const intervals = rows.map(([relation, chunked]) => intervalOf(relation ?? '', chunked === 'true'))
    return intervals.sort(compareIntervals)
  }
  return new RecentRead(read, maxAgeMs)
})

/** The intervals the database has, in their order, at most 200 ms old: an operator may have added some (wire.md 6.1). */
export const readIntervals = (db: Db, signal?: AbortSignal): Promise<readonly Interval[]> =>
  untilAborted(catalogueOf(db).get(), signal)

/** The interval of a table, or undefined. One that is known is looked for again after five minutes. */
export async function findInterval(db: Db, relation: string, signal?: AbortSignal): Promise<Interval | undefined> {
  const find = (all: readonly Interval[]) => all.find((interval) => interval.relation === relation)
  const catalogue = catalogueOf(db)
  return find(catalogue.last(factAgeMs) ?? []) ?? find(await untilAborted(catalogue.again(), signal))
}

/** The regular intervals that are longer than this one, shortest first. */
export async function longerIntervals(db: Db, { step }: Interval, signal?: AbortSignal): Promise<Interval[]> {
  const all = catalogueOf(db).last(factAgeMs) ?? (await readIntervals(db, signal))
  return all.filter((other) => step !== undefined && other.step !== undefined && other.step > step)
}
