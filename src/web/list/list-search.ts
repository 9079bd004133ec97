import * as v from 'valibot'
import { defaultPageSize, maximumPageSize } from '../../wire/protocol/page.ts'
import { type SearchValues, TextValue } from '../router/search.ts'

/** The part of an address that every list page shares, in the wire's spelling. A node refuses other page sizes. */
export const listEntries = {
  'pagination.first': v.pipe(
    v.string(),
    v.regex(/^\d{1,4}$/),
    v.transform(Number),
    v.minValue(1),
    v.maxValue(maximumPageSize),
  ),
  'pagination.newestFirst': v.pipe(
    v.picklist(['true', 'false']),
    v.transform((text) => text === 'true'),
  ),
  /** The column by which loaded rows are sorted, `-` before it for descending. It is not sent to the node. */
  sort: TextValue,
}
export type ListSearch = SearchValues<typeof listEntries>

/** The page sizes that are offered; an address may name any other from 1 to 5000. */
export const pageSizes = [100, 500, 1000, 5000] as const

/** The pagination of the first request. The page size is always sent, so that the footer's words hold on every node. */
export const paginationOf = (search: ListSearch, pageSize = defaultPageSize) => ({
  first: search['pagination.first'] ?? pageSize,
  ...(search['pagination.newestFirst'] === undefined ? {} : { newestFirst: search['pagination.newestFirst'] }),
})
