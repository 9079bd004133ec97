import {
  blockInterval,
  bucketOrigin,
  candleTable,
  defaultIntervals,
  finerInterval,
} from '../../wire/candle-interval.ts'
import type { WritableDb } from '../database/db.ts'
import { isLedgerBySides } from '../database/missing-parts.ts'
import schema from '../database/schema.sql?raw'
import { entriesWithoutAccount, loadTable, refused } from './load-table.ts'
import type { ImportProgress } from './progress.ts'
import { blocksOf, bytesOf, SegmentError, type Segment } from './segment.ts'
import { segmentTables } from './tables.ts'

/** Tables of entries in a history, with the time that each has of its own: its block's and some microseconds. */
const ownTimes: ReadonlyMap<string, string> = new Map([
  ['ledger', 'ledger_entry_time'],
  ['trades', 'synthetic_time'],
])

/** Checks within a loaded segment that blocks follow each other in time and that nothing is of a time outside of the segment's. Rejects with SegmentError. */
async function checkTimes(db: WritableDb, segment: Segment, rowsOf: ReadonlyMap<string, number>): Promise<void> {
  const { file, heightFrom, heightTo } = segment
  const heights = [String(heightFrom), String(heightTo)]
  const back = await db.rows(
    `select height from (select height, vega_time <= lag(vega_time) over (order by height) as is_back
     from blocks where height between $1::bigint - 1 and $2::bigint) b where is_back order by height limit 1`,
    heights,
  )
  if (back[0]) throw new SegmentError(`${file}: block ${back[0][0]} is not later than the one before it.`)
  const [bounds = []] = await db.rows(
    'select min(vega_time)::text, max(vega_time)::text from blocks where height between $1::bigint and $2::bigint',
    heights,
  )
  const span = `of its blocks (${bounds[0]} to ${bounds[1]})`
  for (const [table, own] of ownTimes) {
    const once = table === 'ledger' && (await isLedgerBySides(db)) ? 'and account_id = account_from_id' : ''
    const [[count] = []] = await db.rows(
      `select count(*)::text from ${table} where ${own} >= $1::timestamptz and
       ${own} < $2::timestamptz + interval '1 second' and vega_time between $1::timestamptz and $2::timestamptz ${once}`,
      bounds,
    )
    const outside = (rowsOf.get(table) ?? 0) - Number(count)
    if (outside !== 0) {
      throw new SegmentError(
        `${file}: ${outside} rows of the table ${table} have a ${own} or vega_time outside ${span}.`,
      )
    }
  }
  for (const { folder, name, needed } of segmentTables) {
    if (folder === 'history' || !needed.includes('vega_time')) continue
    const late = `select max(vega_time)::text from ${name} where vega_time > $1::timestamptz`
    const [[later] = []] = await db.rows(late, [bounds[1] ?? ''])
    if (later) {
      throw new SegmentError(`${file}: the table ${name} has ${later} in its column vega_time, after those ${span}.`)
    }
  }
}

const origin = `timestamptz '${bucketOrigin}'`

const overwrite = `
  on conflict (market_id, period_start) do update set
    open = excluded.open, close = excluded.close, high = excluded.high, low = excluded.low,
    volume = excluded.volume, notional = excluded.notional, last_update_in_period = excluded.last_update_in_period`

/** What candles are made of: rows of a table, the name of their time, and a candle's columns, in one order for first and last. */
interface Source {
  table: string
  time: string
  columns: string
}

const trades: Source = {
  table: 'trades',
  time: 'synthetic_time',
  columns: `(array_agg(price order by synthetic_time))[1], (array_agg(price order by synthetic_time))[count(*)],
    max(price), min(price), sum(size), sum(size * price), max(synthetic_time)`,
}

const candlesOf = (interval: string): Source => ({
  table: candleTable(interval),
  time: 'period_start',
  columns: `(array_agg(open order by period_start))[1], (array_agg(close order by period_start))[count(*)],
    max(high), min(low), sum(volume), sum(notional), max(last_update_in_period)`,
})

/** `$1` is the time of the first trade that is not in the candles yet; earlier buckets are not changed. */
const statement = (interval: string, { table, time, columns }: Source, anew: boolean): string => `
  insert into ${candleTable(interval)}
    (market_id, period_start, open, close, high, low, volume, notional, last_update_in_period)
  select market_id, date_bin('${interval}', ${time}, ${origin}), ${columns}
  from ${table}
  where ${time} >= date_bin('${interval}', $1::timestamptz, ${origin})
  group by 1, 2
  ${anew ? '' : overwrite}`

/** Candles of blocks are a view. */
const intervals = defaultIntervals.filter((interval) => interval !== blockInterval)

/**
 * Builds all candles from the trades since a time (PostgreSQL text), that of the earliest trade they lack. `anew`: their tables
 * are empty and may have no keys yet.
 */
export async function buildCandles(db: WritableDb, since: string, anew = false): Promise<void> {
  for (const interval of intervals) {
    const finer = finerInterval(interval)
    await db.rows(statement(interval, finer === undefined ? trades : candlesOf(finer), anew), [since])
  }
}

const scalar = async (db: WritableDb, sql: string, params: readonly string[] = []): Promise<string | null> =>
  (await db.rows(sql, params))[0]?.[0] ?? null

/** Creates the tables in an empty database, in a transaction of its own; refuses one with tables of another program. */
async function prepare(db: WritableDb): Promise<void> {
  // A concurrent first import waits here and then finds the tables.
  await db.exec('select pg_advisory_xact_lock(7089)')
  if ((await scalar(db, `select to_regclass('lyra_segments')`)) !== null) return
  if ((await scalar(db, 'select current_schema()')) === null)
    throw new SegmentError('The search_path of the role names no schema of the database: make one, or set another.')
  if ((await scalar(db, `select count(*) from pg_tables where schemaname = current_schema()`)) !== '0')
    throw new SegmentError('The database holds tables that Lyra did not make; name an empty database.')
  await db.exec(schema)
}

/** Throws SegmentError unless the segment starts at the block after the last one of `before`. */
function refuseUnlessNext(segment: Segment, before: { file: string; heightTo: bigint }): void {
  const next = before.heightTo + 1n
  if (segment.heightFrom > next) {
    throw new SegmentError(
      `${segment.file} starts at block ${segment.heightFrom}, but ${before.file} ends at ${before.heightTo}: ` +
        `the segment that starts at block ${next} is missing.`,
    )
  }
  if (segment.heightFrom < next) {
    throw new SegmentError(
      `${segment.file} holds ${blocksOf(segment)}, of which some are in ${before.file}, which ends at ${before.heightTo}.`,
    )
  }
}

/** Throws SegmentError unless the segment is of the stored chain, or of that of the first segment in an empty database. */
function refuseOtherChain(segment: Segment, first: Segment, stored: string | null): void {
  const chainId = stored ?? first.chainId
  if (segment.chainId === chainId) return
  const expected = stored === null ? `${first.file} of ${chainId}` : `the data of ${chainId}`
  throw new SegmentError(`${segment.file} is of the chain ${segment.chainId} and cannot be joined to ${expected}.`)
}

/** The segments whose blocks are neither stored nor in an earlier one, in order. Rejects with SegmentError unless each continues the last. */
async function plan(db: WritableDb, segments: readonly Segment[]): Promise<Segment[]> {
  // One statement, so that both are of one moment.
  const rows = await db.rows(`select c.id, s.height_from, s.height_to
    from (select) as one left join chain c on true left join lyra_segments s on true order by s.height_from`)
  const chain = rows[0]?.[0] ?? null
  const stored = rows.flatMap(([, from, to]) =>
    from && to ? [{ heightFrom: BigInt(from), heightTo: BigInt(to) }] : [],
  )
  if (stored.length === 0 && chain !== null) {
    throw new SegmentError(
      `The data are those of ${chain}, which were not imported; name another place for an archive.`,
    )
  }
  let [last] = stored.slice(-1).map(({ heightTo }) => ({ file: 'what is already imported', heightTo }))
  const seen = new Set(stored.map(blocksOf))
  const todo: Segment[] = []
  for (const segment of segments) {
    refuseOtherChain(segment, segments[0] ?? segment, chain)
    if (seen.has(blocksOf(segment))) continue
    if (last) refuseUnlessNext(segment, last)
    seen.add(blocksOf(segment))
    todo.push(segment)
    last = segment
  }
  return todo
}

/** Checks that the segment is of its chain and ends where its metadata says. Heights are consecutive, so counting suffices. */
async function check(db: WritableDb, segment: Segment, blockRows: number): Promise<void> {
  const { file, heightFrom, heightTo, chainId } = segment
  const chain = await scalar(db, 'select id from chain')
  if (chain !== chainId) throw new SegmentError(`${file} says it is of ${chainId}, but its table chain says ${chain}.`)
  const last = await scalar(db, 'select height from last_block')
  if (last !== String(heightTo)) {
    throw new SegmentError(`${file} says that it ends at block ${heightTo}, but its table last_block says ${last}.`)
  }
  if (BigInt(blockRows) !== heightTo - heightFrom + 1n) {
    throw new SegmentError(
      `${file} says that it holds ${blocksOf(segment)}, but its table blocks has ${blockRows} rows.`,
    )
  }
}

const loaded = [...segmentTables.map(({ name }) => name), ...intervals.map(candleTable)]

/** Indexes of tables, with those of keys where `$2` is true: the table, how to drop one, how to make it. */
const indexesOf = `
  select i.indrelid::regclass::text,
    case when c.oid is null then format('drop index %s', i.indexrelid::regclass)
      else format('alter table %s drop constraint %I', i.indrelid::regclass, c.conname) end,
    case when c.oid is null then pg_get_indexdef(i.indexrelid)
      else format('alter table %s add constraint %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) end
  from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.conrelid = i.indrelid
  where i.indrelid = any (select format('%I', name)::regclass from unnest($1::text[]) as loaded (name))
    and (c.oid is null or $2::bool)
  order by i.indrelid, i.indexrelid`

/**
 * Takes indexes and, where `keys`, keys off empty tables: sorting once is faster than a place for each row. Returns how to
 * make them again, which rejects with SegmentError where rows of `file` have the same key.
 */
async function withoutIndexes(db: WritableDb, keys: boolean, file: string): Promise<() => Promise<void>> {
  const found = await db.rows(indexesOf, [loaded, String(keys)])
  for (const [, drop] of found) await db.exec(drop ?? '')
  return async () => {
    for (const [name, , make] of found) {
      try {
        await db.exec(make ?? '')
      } catch (error) {
        throw refused(error, name ?? '', file)
      }
    }
  }
}

/** Loads the segment, unless a concurrent import has done so; whether it did. */
async function importSegment(db: WritableDb, segment: Segment, progress: ImportProgress, signal: AbortSignal) {
  let before = 0
  const rowsOf = new Map<string, number>()
  // A concurrent import waits here.
  await db.exec('lock table lyra_segments in exclusive mode')
  if ((await plan(db, [segment])).length === 0) return false
  const isFirst = (await scalar(db, 'select count(*) from lyra_segments')) === '0'
  const { heightFrom, heightTo, databaseVersion, chainId } = segment
  const values = [heightFrom, heightTo, databaseVersion, chainId].map(String)
  await db.rows('insert into lyra_segments values ($1::bigint, $2::bigint, $3::int, $4)', values)
  // Keys of a distributed table stay: the coordinator would have to make them on each worker within this transaction.
  const keyless = isFirst && !(await isLedgerBySides(db))
  // Tables that the transaction empties need no log where that is minimal: less memory of a browser. Not where a power cut
  // between commit and sync would then leave them without their rows.
  const logged = db.sync !== undefined || (await scalar(db, 'show wal_level')) !== 'minimal'
  const makeIndexes = isFirst ? await withoutIndexes(db, keyless, segment.file) : undefined
  if (keyless && !logged) await db.exec(`truncate ${loaded.join(', ')}`)
  for (const table of segmentTables) {
    const onLoaded = (rows: number, bytes: number): void => progress.loading(table.name, rows, before + bytes)
    const rows = await loadTable(db, segment, table, { onLoaded, signal })
    rowsOf.set(table.name, rows)
    before += segment.sizeOf(`${table.folder}/${table.name}`) ?? 0
    progress.loaded(table.name, rows, before)
  }
  await check(db, segment, rowsOf.get('blocks') ?? 0)
  await checkTimes(db, segment, rowsOf)
  const lacking = await scalar(db, entriesWithoutAccount, [String(heightFrom)])
  if (lacking !== '0') progress.noticed(`${segment.file}: exports lack ${lacking} entries, whose accounts are missing`)
  progress.building()
  const since = await scalar(
    db,
    `select min(synthetic_time) from trades
     where synthetic_time >= (select min(vega_time) from blocks where height >= $1::bigint)`,
    [String(heightFrom)],
  )
  if (since !== null) await buildCandles(db, since, keyless)
  await makeIndexes?.()
  signal.throwIfAborted()
  return true
}

/**
 * Loads network-history segments (wire.md 13) in order of height, each in one transaction: its history is appended, its
 * current state replaces the former one, and candles are built from its trades. Imported segments are skipped. A failed or
 * aborted import leaves the segments before it in place. Rejects with SegmentError, or the signal's reason.
 */
export async function importSegments(
  db: WritableDb,
  segments: readonly Segment[],
  progress: ImportProgress,
  signal: AbortSignal,
): Promise<void> {
  await db.transaction(prepare)
  const todo = await plan(db, segments)
  for (const segment of segments) {
    signal.throwIfAborted()
    if (!todo.includes(segment)) {
      progress.skipped(segment)
      continue
    }
    progress.started(segment, bytesOf(segment))
    // It has to know whether a sync follows, which comes before it is reported as imported.
    const isLoaded = await db.transaction((inside) => importSegment({ ...db, ...inside }, segment, progress, signal))
    await db.sync?.()
    if (isLoaded) progress.finished(segment)
    else progress.skipped(segment)
  }
  // The planner needs statistics of the tables before the first request; a new database has those of its catalogue.
  if (todo.length > 0) await db.exec(`analyze ${loaded.join(', ')}`)
}
