import { bytesOfBase64, textOfBytes } from '../bytes.ts'
import type { Db } from '../database/db.ts'
import { type CursorMember, cursorParameter, cursorSql, type CursorValues, readCursor } from './cursor.ts'
import { cutPage, pageText, type Plan } from './page.ts'
import type { Member } from './record.ts'
import { type Bind, type Condition, firstRows, StatementParameters } from './statement.ts'

/** Edges of a list as the database joins them: `{"node":…,"cursor":"…"}` texts with commas between, or empty. */

const cursorMark = ',"cursor":"'
/** Where an edge ends and the next one begins. Quotes within text are escaped, and no record begins with a `node`. */
const border = '"},{"node":'
/** The part of the border that belongs to the edge before it. */
const ending = '"}'.length

const endOfFirst = (joined: string): number =>
  joined.includes(border) ? joined.indexOf(border) + ending : joined.length
const startOfLast = (joined: string): number => (joined.includes(border) ? joined.lastIndexOf(border) + ending + 1 : 0)
const firstEdge = (joined: string): string => joined.slice(0, endOfFirst(joined))
const lastEdge = (joined: string): string => joined.slice(startOfLast(joined))
const withoutFirst = (joined: string): string => joined.slice(endOfFirst(joined) + 1)
const withoutLast = (joined: string): string => joined.slice(0, Math.max(0, startOfLast(joined) - 1))

/** The cursor of an edge, or of the last of several. */
export const cursorOfEdge = (edge: string): string => edge.slice(edge.lastIndexOf('"', edge.length - 3) + 1, -2)

/** A list: the JSON of its records, their source and their order. */
export interface KeysetList {
  node: Member
  from: string | ((bind: Bind) => string)
  cursor: readonly CursorMember[]
  /** The order, which needs an index: the cursor by default. Descending when the newest come first (wire.md 3.4). */
  key?: readonly CursorMember[]
  /** Completes the JSON text of a node after it was read, where SQL cannot. */
  finish?: (node: string) => string
}

const list = (parts: readonly string[]): string => (parts.length === 1 ? parts.join() : `(${parts.join(', ')})`)

/** True when rows are read from the highest key down. */
export const descends = ({ newestFirst, forward }: Plan): boolean => newestFirst === forward

/** One row more than the page says whether there are others, and the cursor's own row comes first. */
export const rowsToRead = ({ limit }: Plan, cursor: unknown): number => limit + (cursor === undefined ? 1 : 2)

function boundary(key: readonly CursorMember[], plan: Plan, values: CursorValues, bind: Bind): string {
  const bounds = key.map(({ name, kind }) => bind(...cursorParameter[kind](values.get(name) ?? null)))
  return `${list(key.map(({ sql }) => sql))} ${descends(plan) ? '<=' : '>='} ${list(bounds)}`
}

/** Between edges that are still to be finished. JSON text has no line break. */
const unfinishedSeparator = '\n'

const edgeSql = ({ node, cursor }: Omit<KeysetList, 'from'>): string =>
  `'{"node":' || ${node.json} || '${cursorMark}' || ${cursorSql(cursor)} || '"}'`

const ordered = (key: readonly CursorMember[], direction: 'asc' | 'desc'): string =>
  key.map(({ sql }) => `${sql} ${direction}`).join(', ')

/**
 * The statement of one page, `limit` rows of it: how many rows it read, and their edges joined in the order in which they are shown.
 * One text costs the driver a tenth of a thousand rows.
 */
function pageStatement(
  listing: KeysetList,
  plan: Plan,
  { values, conditions, limit }: { values: CursorValues | undefined; conditions: readonly Condition[]; limit: number },
): [sql: string, params: StatementParameters['values']] {
  const { bind, values: params } = new StatementParameters()
  const from = typeof listing.from === 'string' ? listing.from : listing.from(bind)
  const where = conditions.map((condition) => condition(bind))
  const { cursor, key = cursor } = listing
  if (values) where.push(boundary(key, plan, values, bind))
  const all = `
    select ${edgeSql(listing)} as edge
    from ${from}
    ${where.length ? `where ${where.join(' and ')}` : ''}
    order by ${ordered(key, descends(plan) ? 'desc' : 'asc')}`
  const edges = firstRows(all, limit, bind)
  const separator = listing.finish ? `E'\\n'` : `','`
  const sql = plan.forward
    ? `select count(*)::text, string_agg(r.edge, ${separator}) from (${edges}) r`
    : `select count(*)::text, string_agg(r.edge, ${separator} order by r.position desc)
      from (select e.edge, row_number() over () as position from (${edges}) e) r`
  return [sql, params]
}

function finished(edge: string, finish: (node: string) => string): string {
  const at = edge.lastIndexOf(cursorMark)
  return `{"node":${finish(edge.slice('{"node":'.length, at))}${edge.slice(at)}`
}

const allFinished = (joined: string, finish: KeysetList['finish']): string =>
  finish && joined !== ''
    ? joined
        .split(unfinishedSeparator)
        .map((edge) => finished(edge, finish))
        .join(',')
    : joined

interface PageOptions {
  conditions?: readonly Condition[]
  signal?: AbortSignal | undefined
  /** Sources to read in this order until the page is full; the listing's own by default. */
  sources?: Iterable<KeysetList['from']>
}

/** What was read for a page: how many rows, their edges joined in the order shown, and the values of the cursor. */
interface PageRows {
  count: number
  edges: string
  values: CursorValues | undefined
}

/** The rows of one page of a list. Rejects with BadInput for a cursor of another list, and as Db.rows does. */
export async function readRows(
  db: Db,
  listing: KeysetList,
  plan: Plan,
  { conditions = [], signal, sources = [listing.from] }: PageOptions = {},
): Promise<PageRows> {
  const values = plan.cursor === undefined ? undefined : readCursor(listing.cursor, plan.cursor)
  const rowLimit = rowsToRead(plan, values)
  let count = 0
  const parts: string[] = []
  for (const from of sources) {
    const wanted = { values, conditions, limit: rowLimit - count }
    const [[read, joined] = []] = await db.rows(...pageStatement({ ...listing, from }, plan, wanted), signal)
    count += Number(read)
    if (joined) parts.push(allFinished(joined, listing.finish))
    if (count >= rowLimit) break
  }
  return { count, edges: (plan.forward ? parts : parts.reverse()).join(','), values }
}

/** The edge that was read first and the one that was read last; empty where nothing was read. */
export const firstAndLastRead = ({ edges }: PageRows, { forward }: Plan): [first: string, last: string] =>
  forward ? [firstEdge(edges), lastEdge(edges)] : [lastEdge(edges), firstEdge(edges)]

function isRowOf(
  values: CursorValues,
  { cursor, key }: Required<Pick<KeysetList, 'cursor' | 'key'>>,
  edge: string,
): boolean {
  const row = readCursor(cursor, textOfBytes(bytesOfBase64(cursorOfEdge(edge))))
  return key.every(({ name }) => row?.get(name) === values.get(name))
}

/** The JSON text of the page of these rows. */
export function textOfPage({ cursor, key = cursor }: Omit<KeysetList, 'from'>, plan: Plan, rows: PageRows): string {
  const { count, values } = rows
  const [first] = firstAndLastRead(rows, plan)
  const cut = cutPage(count, plan, values && count > 0 && isRowOf(values, { cursor, key }, first))
  const beyond = count - cut.skipped - cut.rows
  const [before, behind] = plan.forward ? [cut.skipped, beyond] : [beyond, cut.skipped]
  let { edges } = rows
  for (let dropped = 0; dropped < before; dropped += 1) edges = withoutFirst(edges)
  for (let dropped = 0; dropped < behind; dropped += 1) edges = withoutLast(edges)
  return pageText(cut, edges, [cursorOfEdge(firstEdge(edges)), cursorOfEdge(edges)])
}

/** The JSON text of one page of a list. Rejects as `readRows` does. */
export async function readPage(db: Db, listing: KeysetList, plan: Plan, options: PageOptions = {}): Promise<string> {
  return textOfPage(listing, plan, await readRows(db, listing, plan, options))
}

/** The statement of all rows of a list in ascending order, each as `more` and its edge. */
export function edgesStatement(listing: KeysetList, more: string, bind: Bind): string {
  const from = typeof listing.from === 'string' ? listing.from : listing.from(bind)
  const { cursor, key = cursor } = listing
  return `select ${more}, ${edgeSql(listing)} from ${from} order by ${ordered(key, 'asc')}`
}

/** The JSON text of a page without a cursor, cut from the edges of all rows in ascending order. */
export function textOfEdges(listing: Omit<KeysetList, 'from'>, plan: Plan, ascending: readonly string[]): string {
  const rowLimit = rowsToRead(plan, undefined)
  const read = descends(plan) ? ascending.slice(-rowLimit) : ascending.slice(0, rowLimit)
  const edges = (plan.newestFirst ? read.reverse() : read).join(',')
  return textOfPage(listing, plan, { count: read.length, edges, values: undefined })
}

/** The text of a page without rows (wire.md 2.5). */
export const emptyPage = pageText({ hasNextPage: false, hasPreviousPage: false }, '', ['', ''])

/** The JSON text of the first record under these conditions, or undefined. Rejects as Db.rows does. */
export async function readOne(
  db: Db,
  { node, from, cursor, key = cursor, finish }: KeysetList & { from: string },
  conditions: readonly Condition[],
  signal?: AbortSignal,
): Promise<string | undefined> {
  const { bind, values } = new StatementParameters()
  const where = conditions.map((condition) => condition(bind)).join(' and ')
  const order = key.map(({ sql }) => `${sql} desc`).join(', ')
  const sql = `select ${node.json} from ${from} where ${where} order by ${order} limit 1`
  const [row] = await db.rows(sql, values, signal)
  const text = row?.[0]
  return text === null || text === undefined ? undefined : finish ? finish(text) : text
}
