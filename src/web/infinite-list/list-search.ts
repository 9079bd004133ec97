import { defaultPageSize, maximumPageSize } from '../../wire/protocol/page.ts'

/** The part of an address that every listing page shares, in the wire's spelling. */
export interface ListingSearch {
  'pagination.first'?: number
  'pagination.newestFirst'?: boolean
  /** The column by which loaded rows are sorted, `-` before it for descending. It is not sent to the node. */
  sort?: string
}

/** The page sizes that are offered; an address may name any other from 1 to 5000. */
export const pageSizes = [100, 500, 1000, 5000] as const

/** Reads page size and order from the flat text of an address. What the node would refuse is left out. */
export function readListingSearch(text: Readonly<Record<string, string>>): ListingSearch {
  const first = /^\d{1,4}$/.test(text['pagination.first'] ?? '') ? Number(text['pagination.first']) : 0
  const newestFirst = text['pagination.newestFirst']
  return {
    ...(first >= 1 && first <= maximumPageSize ? { 'pagination.first': first } : {}),
    ...(newestFirst === 'false' || newestFirst === 'true' ? { 'pagination.newestFirst': newestFirst === 'true' } : {}),
    ...(text['sort'] ? { sort: text['sort'] } : {}),
  }
}

/** The pagination of the first request. The page size is always sent, so that the footer's words hold on every node. */
export const paginationOf = (search: ListingSearch, pageSize = defaultPageSize) => ({
  first: search['pagination.first'] ?? pageSize,
  ...(search['pagination.newestFirst'] === undefined ? {} : { newestFirst: search['pagination.newestFirst'] }),
})
