import type { WritableDb } from '../store/db.ts'
import schema from '../store/schema.sql?raw'
import { buildCandles } from './candles.ts'
import { loadTable } from './load-table.ts'
import { Refusal } from './refusal.ts'
import { type Segment, openSegment } from './segment.ts'
import { segmentTables } from './tables.ts'

/** Where the import is, for whoever shows it. Bytes are those of the segment's needed tables, unpacked. */
export interface ImportProgress {
  started(segment: Segment, bytes: number): void
  loading(table: string, rows: number, bytes: number): void
  loaded(table: string, rows: number, bytes: number): void
  building(): void
  finished(segment: Segment): void
  skipped(segment: Segment): void
}

const one = async (db: WritableDb, sql: string, params: readonly string[] = []): Promise<string | null> =>
  (await db.rows(sql, params))[0]?.[0] ?? null

/** Makes the tables in an empty database; refuses one that holds somebody else's. */
async function prepare(db: WritableDb): Promise<void> {
  const tables = await one(db, `select count(*) from pg_tables where schemaname = current_schema()`)
  if (tables === '0') await db.transaction((inside) => inside.exec(schema))
  else if ((await one(db, `select to_regclass('lyra_segments')`)) === null) {
    throw new Refusal('The database holds tables that Lyra did not make; name an empty database.')
  }
}

const blocks = ({ heightFrom, heightTo }: Segment): string => `blocks ${heightFrom} to ${heightTo}`

/** Throws Refusal unless the segment starts at the block after the last one of `before`. */
function refuseUnlessNext(segment: Segment, before: { file: string; heightTo: bigint }): void {
  const next = before.heightTo + 1n
  if (segment.heightFrom > next) {
    throw new Refusal(
      `${segment.file} starts at block ${segment.heightFrom}, but ${before.file} ends at ${before.heightTo}: ` +
        `the segment that starts at block ${next} is missing.`,
    )
  }
  if (segment.heightFrom < next) {
    throw new Refusal(
      `${segment.file} holds ${blocks(segment)}, of which some are in ${before.file}, which ends at ${before.heightTo}.`,
    )
  }
}

/** The segments that are still to do, in order, or a Refusal: they must continue each other and what is stored. */
async function plan(db: WritableDb, segments: readonly Segment[]): Promise<{ todo: Segment[]; done: Segment[] }> {
  const stored = await db.rows('select height_from, height_to from lyra_segments order by height_from')
  const chain = await one(db, 'select id from chain')
  if (stored.length === 0 && chain !== null) {
    throw new Refusal(`The data are those of ${chain}, which were not imported; name another place for an archive.`)
  }
  const isStored = ({ heightFrom, heightTo }: Segment): boolean =>
    stored.some(([from, to]) => from === String(heightFrom) && to === String(heightTo))
  const end = stored.at(-1)?.[1]
  let last = end === undefined || end === null ? undefined : { file: 'what is already imported', heightTo: BigInt(end) }
  let chainId = chain ?? segments[0]?.chainId
  const todo: Segment[] = []
  for (const segment of segments) {
    if (segment.chainId !== chainId) {
      const expected = chain === null ? `${segments[0]?.file} of ${chainId}` : `the data of ${chainId}`
      throw new Refusal(`${segment.file} is of the chain ${segment.chainId} and cannot be joined to ${expected}.`)
    }
    const same = todo.at(-1)
    if (isStored(segment) || (same && blocks(same) === blocks(segment))) continue
    if (last) refuseUnlessNext(segment, last)
    todo.push(segment)
    last = segment
  }
  return { todo, done: segments.filter(isStored) }
}

/** The segment must end where its metadata says, on its chain. Its blocks follow each other, so their number tells the last. */
async function check(db: WritableDb, segment: Segment, blockRows: number): Promise<void> {
  const { file, heightFrom, heightTo, chainId } = segment
  const chain = await one(db, 'select id from chain')
  if (chain !== chainId) throw new Refusal(`${file} says it is of ${chainId}, but its table chain says ${chain}.`)
  const last = await one(db, 'select height from last_block')
  if (last !== String(heightTo)) {
    throw new Refusal(`${file} says that it ends at block ${heightTo}, but its table last_block says ${last}.`)
  }
  if (BigInt(blockRows) !== heightTo - heightFrom + 1n) {
    throw new Refusal(`${file} says that it holds ${blocks(segment)}, but its table blocks has ${blockRows} rows.`)
  }
}

async function importSegment(db: WritableDb, segment: Segment, progress: ImportProgress, signal: AbortSignal) {
  let before = 0
  // A second import would wait here and then find the segment stored.
  await db.exec('lock table lyra_segments in exclusive mode')
  const numbers = [segment.heightFrom, segment.heightTo, segment.databaseVersion].map(String)
  await db.rows('insert into lyra_segments values ($1::bigint, $2::bigint, $3::int, $4)', [...numbers, segment.chainId])
  let blockRows = 0
  for (const table of segmentTables) {
    const onLoaded = (rows: number, bytes: number): void => progress.loading(table.name, rows, before + bytes)
    const rows = await loadTable(db, segment, table, { onLoaded, signal })
    if (table.name === 'blocks') blockRows = rows
    before += segment.sizeOf(`${table.folder}/${table.name}`) ?? 0
    progress.loaded(table.name, rows, before)
  }
  await check(db, segment, blockRows)
  progress.building()
  const since = await one(
    db,
    `select min(synthetic_time) from trades
     where synthetic_time >= (select min(vega_time) from blocks where height >= $1::bigint)`,
    [String(segment.heightFrom)],
  )
  if (since !== null) await buildCandles(db, since)
  signal.throwIfAborted()
}

/** Refuses a segment that lacks a table, before anything is changed. Resolves to the bytes to load. */
function bytesOf(segment: Segment): number {
  return segmentTables.reduce((bytes, { folder, name }) => {
    const size = segment.sizeOf(`${folder}/${name}`)
    if (size === undefined) throw new Refusal(`${segment.file} does not hold the table ${folder}/${name}.`)
    return bytes + size
  }, 0)
}

/**
 * Opens archives in any order and sorts them by height, refusing what is not a segment or lacks a table. Rejects with
 * Refusal; the caller closes what it got.
 */
export async function openSegments(paths: readonly string[]): Promise<Segment[]> {
  const segments: Segment[] = []
  try {
    for (const path of paths) segments.push(await openSegment(path))
    segments.forEach(bytesOf)
  } catch (error) {
    for (const segment of segments) segment.close()
    throw error
  }
  return segments.sort((one, other) => (one.heightFrom < other.heightFrom ? -1 : 1))
}

/**
 * Loads network-history segments (wire.md 13) in order of height, each in one transaction: its history is appended, its
 * current state replaces the former, the candles follow its trades. Segments that are already there are left out. What
 * fails or is aborted leaves the database as the segment before left it. Rejects with Refusal, or the signal's reason.
 */
export async function importSegments(
  db: WritableDb,
  segments: readonly Segment[],
  progress: ImportProgress,
  signal: AbortSignal,
): Promise<void> {
  await prepare(db)
  const { todo, done } = await plan(db, segments)
  for (const segment of done) progress.skipped(segment)
  for (const segment of todo) {
    signal.throwIfAborted()
    progress.started(segment, bytesOf(segment))
    await db.transaction((inside) => importSegment(inside, segment, progress, signal))
    progress.finished(segment)
  }
  // The planner must know the tables before the first question.
  if (todo.length > 0) await db.exec('analyze')
}
