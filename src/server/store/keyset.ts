import { type CursorMember, type CursorValues, cursorParameter, cursorSql, cursorText, readCursor } from './cursor.ts'
import type { Db } from './db.ts'
import { type Plan, cutPage, pageText } from './page.ts'
import type { Member } from './record.ts'
import { type Bind, Parameters } from './sql.ts'

/** One column of a list's order, with the member of the cursor that holds its value. */
export interface KeyColumn {
  /** The expression that is ordered and compared; its index is what makes a page cheap. */
  sql: string
  /** Name of the cursor's member. */
  member: string
}

/** A list as a value: what a record is made of, where it comes from, in which order it is walked. */
export interface Listing {
  node: Member
  from: string | ((bind: Bind) => string)
  cursor: readonly CursorMember[]
  /** Most significant first; descending when the newest come first, ascending otherwise (wire.md 3.4). */
  key: readonly [KeyColumn, ...KeyColumn[]]
  /** Changes the JSON text of a node after it was read, for records that the database cannot finish. */
  finish?: (node: string) => string
}

/** SQL of a condition on the rows; `bind` names its values. */
export type Condition = (bind: Bind) => string

const list = (parts: readonly string[]): string => (parts.length === 1 ? parts.join() : `(${parts.join(', ')})`)

/** True when rows are read from the highest key down. */
export const descends = ({ newestFirst, forward }: Plan): boolean => newestFirst === forward

function boundary(listing: Listing, plan: Plan, values: CursorValues, bind: Bind): string {
  const given = listing.key.map(({ member }) => {
    const kind = listing.cursor.find(({ name }) => name === member)?.kind ?? 'text'
    return bind(...cursorParameter[kind](values.get(member) ?? null))
  })
  return `${list(listing.key.map(({ sql }) => sql))} ${descends(plan) ? '<=' : '>='} ${list(given)}`
}

const cursorMark = ',"cursor":"'

/** The statement of one page; rows come in reading order, one column of JSON text each, the cursor last. */
export function pageStatement(
  listing: Listing,
  plan: Plan,
  values: CursorValues | undefined,
  conditions: readonly Condition[],
): { sql: string; params: Parameters['values'] } {
  const { bind, values: params } = new Parameters()
  const from = typeof listing.from === 'string' ? listing.from : listing.from(bind)
  const where = conditions.map((condition) => condition(bind))
  if (values) where.push(boundary(listing, plan, values, bind))
  const order = listing.key.map(({ sql }) => `${sql} ${descends(plan) ? 'desc' : 'asc'}`)
  const limit = plan.limit + (values ? 2 : 1)
  const sql = `
    select '{"node":' || ${listing.node.json} || '${cursorMark}' || ${cursorSql(listing.cursor)} || '"}'
    from ${from}
    ${where.length ? `where ${where.join(' and ')}` : ''}
    order by ${order.join(', ')}
    limit ${String(limit)}`
  return { sql, params }
}

/** The cursor at the end of an edge's text. */
export const cursorOfEdge = (edge: string): string => edge.slice(edge.lastIndexOf('"', edge.length - 3) + 1, -2)

function finished(edge: string, finish: (node: string) => string): string {
  const at = edge.lastIndexOf(cursorMark)
  return `{"node":${finish(edge.slice('{"node":'.length, at))}${edge.slice(at)}`
}

/**
 * The JSON text of one page of a list. Throws BadInput when the cursor is none of this list's; rejects as Db.rows does.
 */
export const readPage = (
  db: Db,
  listing: Listing,
  plan: Plan,
  conditions: readonly Condition[] = [],
  signal?: AbortSignal,
): Promise<string> => readPageOf(db, listing, plan, [{ from: listing.from, conditions }], signal)

/** As readPage, of a list that is read part by part in reading order until the page is full. */
export async function readPageOf(
  db: Db,
  listing: Omit<Listing, 'from'>,
  plan: Plan,
  parts: Iterable<{ from: Listing['from']; conditions?: readonly Condition[] }>,
  signal?: AbortSignal,
): Promise<string> {
  const values = plan.cursor === undefined ? undefined : readCursor(listing.cursor, plan.cursor)
  const wanted = plan.limit + (values ? 2 : 1)
  const edges: string[] = []
  for (const { from, conditions = [] } of parts) {
    const { sql, params } = pageStatement({ ...listing, from }, plan, values, conditions)
    for (const [edge] of await db.rows(sql, params, signal)) if (edges.length < wanted) edges.push(edge ?? '')
    if (edges.length === wanted) break
  }
  const own = values && cursorText(listing.cursor, values)
  const cut = cutPage(edges, plan, values !== undefined, (edge) => cursorOfEdge(edge) === own)
  const { finish } = listing
  return pageText(cut, finish ? (edge) => finished(edge, finish) : (edge) => edge, cursorOfEdge)
}

/** The text of a page without rows (wire.md 2.5). */
export const emptyPage = pageText<string>({ rows: [], hasNextPage: false, hasPreviousPage: false }, String, String)

/** The JSON text of the one record under these conditions, or undefined. Rejects as Db.rows does. */
export async function readOne(
  db: Db,
  { node, from, key, finish }: Listing & { from: string },
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
