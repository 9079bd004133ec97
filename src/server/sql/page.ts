import { type Pagination, defaultPageSize, maximumPageSize } from '../../wire/protocol/page.ts'
import { bytesOfBase64 } from '../bytes.ts'
import { invalid } from '../fault.ts'

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
    return utf8.decode(bytesOfBase64(cursor))
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

/** Which of the rows that were read are on the page, and whether there are more on either side. */
export interface Cut {
  /** 1 where the first row is the one that the cursor names, else 0. */
  skipped: number
  rows: number
  hasNextPage: boolean
  hasPreviousPage: boolean
}

/**
 * Cuts a page out of so many rows in reading order: `limit + 1`, or `limit + 2` from a cursor on (wire.md 3.5). Where the
 * cursor's own row is gone, the network loses the row behind it; here the page begins with that row (decision 37).
 * `startsAtCursor`: whether the first row is the cursor's own; undefined without a cursor.
 */
export function cutPage(read: number, { limit, forward }: Plan, startsAtCursor?: boolean): Cut {
  const skipped = startsAtCursor === true ? 1 : 0
  const before = startsAtCursor !== undefined && (startsAtCursor || read > limit)
  const rows = Math.min(limit, read - skipped)
  const beyond = read > skipped + rows
  return forward
    ? { skipped, rows, hasNextPage: beyond, hasPreviousPage: before }
    : { skipped, rows, hasNextPage: before, hasPreviousPage: beyond }
}

/** The JSON text of a page from that of its edges, joined by commas, and the cursors of the first and the last. */
export function pageText(
  { hasNextPage, hasPreviousPage }: Pick<Cut, 'hasNextPage' | 'hasPreviousPage'>,
  edges: string,
  [startCursor, endCursor]: readonly [string, string],
): string {
  return `{"edges":[${edges}],"pageInfo":${JSON.stringify({ hasNextPage, hasPreviousPage, startCursor, endCursor })}}`
}
