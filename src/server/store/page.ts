import { type Pagination, defaultPageSize, maximumPageSize } from '../../wire/page.ts'
import { invalid } from '../error.ts'

/** The requested page (wire.md 3.2). */
export interface Plan {
  limit: number
  /** Towards the end of the presentation order; backward pages are read in reverse and turned. */
  forward: boolean
  newestFirst: boolean
  /** The decoded text of the cursor, not parsed yet. */
  cursor: string | undefined
}

/** Cursors have at most 350 characters; longer ones than this are not decoded. */
const maxCursorLength = 2048

const refused = (inner: string) => invalid('invalid pagination', inner, 10_028)

/** The index where Go's base64 reader fails, for the padded alphabet with `+/`; undefined for valid text. */
function firstBadByte(base64: string): number | undefined {
  const bad = /[^A-Za-z0-9+/=]|=(?!=?$)/.exec(base64)
  if (bad) return bad.index
  return base64.length % 4 === 0 ? undefined : base64.length - (base64.length % 4)
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decode(cursor: string, name: 'after' | 'before'): string {
  const failed = (why: string) => refused(`failed to decode ${name} cursor: ${why}`)
  if (cursor === '') throw failed('cursor is empty')
  if (cursor.length > maxCursorLength) {
    throw failed(`it has ${String(cursor.length)} letters, more than ${String(maxCursorLength)}`)
  }
  const at = firstBadByte(cursor)
  if (at !== undefined) throw failed(`failed to decode cursor: illegal base64 data at input byte ${String(at)}`)
  try {
    return utf8.decode(Buffer.from(cursor, 'base64'))
  } catch {
    throw failed('failed to decode cursor: what is inside is not UTF-8')
  }
}

/** Parses the pagination. Throws a Fault of code 3 with detail 10028 where the network does. */
export function planPage(pagination: Pagination = {}): Plan {
  const { first, last, after, before, newestFirst = true } = pagination
  if (after !== undefined && before !== undefined) throw refused('cannot set both a before and after cursor')
  const limit = first ?? last ?? defaultPageSize
  if (limit < 1 || limit > maximumPageSize) {
    throw refused(`pagination limit must be in range 0-${String(maximumPageSize)}`)
  }
  const forward = first !== undefined || (last === undefined && before === undefined)
  const [cursor, name] = forward ? ([after, 'after'] as const) : ([before, 'before'] as const)
  return { limit, forward, newestFirst, cursor: cursor === undefined ? undefined : decode(cursor, name) }
}

/** The rows of a page in presentation order, and whether there are more on either side. */
export interface Cut<Row> {
  rows: Row[]
  hasNextPage: boolean
  hasPreviousPage: boolean
}

/**
 * Cuts a page out of rows in reading order: `limit + 1`, or `limit + 2` from a cursor on (wire.md 3.5). Where the cursor's own
 * row is gone, the network loses the row behind it; here the page begins with that row (decision 37).
 */
export function cutPage<Row>(
  read: Row[],
  { limit, forward }: Plan,
  hasCursor: boolean,
  isCursorRow: (row: Row) => boolean,
): Cut<Row> {
  const [first] = read
  const skipped = hasCursor && first !== undefined && isCursorRow(first) ? 1 : 0
  const before = hasCursor && (skipped === 1 || read.length > limit)
  const rows = read.slice(skipped, skipped + limit)
  const beyond = read.length > skipped + rows.length
  return forward
    ? { rows, hasNextPage: beyond, hasPreviousPage: before }
    : { rows: rows.reverse(), hasNextPage: before, hasPreviousPage: beyond }
}

/** The JSON text of a page from the JSON texts of its edges and their cursors (interface.md 2.1). */
export function pageText<Row>(
  { rows, hasNextPage, hasPreviousPage }: Cut<Row>,
  edgeOf: (row: Row) => string,
  cursorOf: (row: Row) => string,
): string {
  const [start, end] = [rows[0], rows.at(-1)].map((row) => (row === undefined ? '' : cursorOf(row)))
  const info = JSON.stringify({ hasNextPage, hasPreviousPage, startCursor: start, endCursor: end })
  return `{"edges":[${rows.map(edgeOf).join(',')}],"pageInfo":${info}}`
}
