import { type CursorMember, type CursorValues, cursorParameter, cursorSql, readCursor } from './cursor.ts'
import type { Db } from './db.ts'
import { type Plan, cutPage, pageText } from './page.ts'
import type { Member } from './record.ts'
import { type Bind, type Condition, Parameters } from './sql.ts'

/** A list: the JSON of its records, their source and their order. */
export interface Listing {
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

const cursorMark = ',"cursor":"'

/** The statement of one page; rows come in reading order, one column of JSON text each, the cursor last. */
function pageStatement(
  listing: Listing,
  plan: Plan,
  values: CursorValues | undefined,
  conditions: readonly Condition[],
): [sql: string, params: Parameters['values']] {
  const { bind, values: params } = new Parameters()
  const from = typeof listing.from === 'string' ? listing.from : listing.from(bind)
  const where = conditions.map((condition) => condition(bind))
  const { cursor, key = cursor } = listing
  if (values) where.push(boundary(key, plan, values, bind))
  const order = key.map(({ sql }) => `${sql} ${descends(plan) ? 'desc' : 'asc'}`)
  const sql = `
    select '{"node":' || ${listing.node.json} || '${cursorMark}' || ${cursorSql(cursor)} || '"}'
    from ${from}
    ${where.length ? `where ${where.join(' and ')}` : ''}
    order by ${order.join(', ')}
    limit ${String(rowsToRead(plan, values))}`
  return [sql, params]
}

export const cursorOfEdge = (edge: string): string => edge.slice(edge.lastIndexOf('"', edge.length - 3) + 1, -2)

function finished(edge: string, finish: (node: string) => string): string {
  const at = edge.lastIndexOf(cursorMark)
  return `{"node":${finish(edge.slice('{"node":'.length, at))}${edge.slice(at)}`
}

interface PageOptions {
  conditions?: readonly Condition[]
  signal?: AbortSignal | undefined
  /** Sources to read in this order until the page is full; the listing's own by default. */
  sources?: Iterable<Listing['from']>
}

/** What was read for a page: JSON texts of edges in reading order, and the values of the cursor. */
interface PageRows {
  edges: string[]
  values: CursorValues | undefined
}

/** The rows of one page of a list. Rejects with BadInput for a cursor of another list, and as Db.rows does. */
export async function readRows(
  db: Db,
  listing: Listing,
  plan: Plan,
  { conditions = [], signal, sources = [listing.from] }: PageOptions = {},
): Promise<PageRows> {
  const values = plan.cursor === undefined ? undefined : readCursor(listing.cursor, plan.cursor)
  const wanted = rowsToRead(plan, values)
  const edges: string[] = []
  for (const from of sources) {
    const statement = pageStatement({ ...listing, from }, plan, values, conditions)
    for (const [edge] of await db.rows(...statement, signal)) if (edges.length < wanted) edges.push(edge ?? '')
    if (edges.length === wanted) break
  }
  return { edges, values }
}

/** The JSON text of the page of these rows. */
export function textOfPage(listing: Omit<Listing, 'from'>, plan: Plan, { edges, values }: PageRows): string {
  const { cursor, key = cursor, finish } = listing
  const isCursorRow = (edge: string): boolean => {
    const row = readCursor(cursor, Buffer.from(cursorOfEdge(edge), 'base64').toString())
    return key.every(({ name }) => row?.get(name) === values?.get(name))
  }
  const cut = cutPage(edges, plan, values !== undefined, isCursorRow)
  return pageText(cut, finish ? (edge) => finished(edge, finish) : (edge) => edge, cursorOfEdge)
}

/** The JSON text of one page of a list. Rejects as `readRows` does. */
export async function readPage(db: Db, listing: Listing, plan: Plan, options: PageOptions = {}): Promise<string> {
  return textOfPage(listing, plan, await readRows(db, listing, plan, options))
}

/** The text of a page without rows (wire.md 2.5). */
export const emptyPage = pageText<string>({ rows: [], hasNextPage: false, hasPreviousPage: false }, String, String)

/** The JSON text of the first record under these conditions, or undefined. Rejects as Db.rows does. */
export async function readOne(
  db: Db,
  { node, from, cursor, key = cursor, finish }: Listing & { from: string },
  conditions: readonly Condition[],
  signal?: AbortSignal,
): Promise<string | undefined> {
  const { bind, values } = new Parameters()
  const where = conditions.map((condition) => condition(bind)).join(' and ')
  const order = key.map(({ sql }) => `${sql} desc`).join(', ')
  const sql = `select ${node.json} from ${from} where ${where} order by ${order} limit 1`
  const [row] = await db.rows(sql, values, signal)
  const text = row?.[0]
  return text === null || text === undefined ? undefined : finish ? finish(text) : text
}
