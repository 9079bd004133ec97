import type { WritableDb } from '../database/db.ts'
import { isLedgerBySides } from '../database/ledger-indexes.ts'
import { Refusal, type Segment } from './segment.ts'
import { segmentTables } from './tables.ts'

/** Tables of entries in a history, with the time that each has of its own: its block's and some microseconds. */
const ownTimes: ReadonlyMap<string, string> = new Map([
  ['ledger', 'ledger_entry_time'],
  ['trades', 'synthetic_time'],
])

/** Checks within a loaded segment that blocks follow each other in time and that nothing is of a time outside of the segment's. Rejects with Refusal. */
export async function checkTimes(db: WritableDb, segment: Segment, rowsOf: ReadonlyMap<string, number>): Promise<void> {
  const { file, heightFrom, heightTo } = segment
  const heights = [String(heightFrom), String(heightTo)]
  const back = await db.rows(
    `select height from (select height, vega_time <= lag(vega_time) over (order by height) as is_back
     from blocks where height between $1::bigint - 1 and $2::bigint) b where is_back order by height limit 1`,
    heights,
  )
  if (back[0]) throw new Refusal(`${file}: block ${back[0][0]} is not later than the one before it.`)
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
      throw new Refusal(`${file}: ${outside} rows of the table ${table} have a ${own} or vega_time outside ${span}.`)
    }
  }
  for (const { folder, name, needed } of segmentTables) {
    if (folder === 'history' || !needed.includes('vega_time')) continue
    const late = `select max(vega_time)::text from ${name} where vega_time > $1::timestamptz`
    const [[later] = []] = await db.rows(late, [bounds[1] ?? ''])
    if (later) {
      throw new Refusal(`${file}: the table ${name} has ${later} in its column vega_time, after those ${span}.`)
    }
  }
}
