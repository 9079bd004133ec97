import { compareIntervals, intervalLength, intervalOfTable } from '../../../wire/candle-interval.ts'
import { runForService } from '../../current-client.ts'
import { untilAborted } from '../../abort-signal.ts'
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

interface Catalogue {
  readAt: number
  /** The last read, for all who ask meanwhile: a caller who leaves does not end it. */
  pending: Promise<Interval[]> | undefined
  cached: Interval[] | undefined
}
const catalogueOf = perDatabase((): Catalogue => ({ readAt: -Infinity, pending: undefined, cached: undefined }))

function readAnew(db: Db, signal: AbortSignal | undefined): Promise<Interval[]> {
  const catalogue = catalogueOf(db)
  const pending = runForService(() => db.rows(relations)).then((rows) => {
    const intervals = rows.map(([relation, chunked]) => intervalOf(relation ?? '', chunked === 'true'))
    return (catalogue.cached = intervals.sort(compareIntervals))
  })
  Object.assign(catalogue, { readAt: performance.now(), pending })
  // A failure is for those who wait for it: the next caller reads again.
  pending.catch(() => {
    if (catalogue.pending === pending) catalogue.readAt = -Infinity
  })
  return untilAborted(pending, signal)
}

/** The intervals the database has, in their order, at most 200 ms old: an operator may have added some (wire.md 6.1). */
export function readIntervals(db: Db, signal?: AbortSignal): Promise<readonly Interval[]> {
  const { pending, readAt } = catalogueOf(db)
  return pending && performance.now() - readAt < maxAgeMs ? untilAborted(pending, signal) : readAnew(db, signal)
}

/** The intervals that were read last, empty when that is too long ago. */
function cached(db: Db): readonly Interval[] {
  const { cached = [], readAt } = catalogueOf(db)
  return performance.now() - readAt < factAgeMs ? cached : []
}

/** The interval of a table, or undefined. One that is known is looked for again after five minutes. */
export async function findInterval(db: Db, relation: string, signal?: AbortSignal): Promise<Interval | undefined> {
  const find = (all: readonly Interval[]) => all.find((interval) => interval.relation === relation)
  return find(cached(db)) ?? find(await readAnew(db, signal))
}

/** The regular intervals that are longer than this one, shortest first. */
export async function longerIntervals(db: Db, { step }: Interval, signal?: AbortSignal): Promise<Interval[]> {
  const all = cached(db)
  return (all.length > 0 ? all : await readIntervals(db, signal)).filter(
    (other) => step !== undefined && other.step !== undefined && other.step > step,
  )
}
