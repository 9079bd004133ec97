import { infiniteQueryOptions, type InfiniteData } from '@tanstack/react-query'
import type { AnyOperation, Asked, Reply } from '../../wire/operation.ts'
import { defaultPageSize, type Page } from '../../wire/page.ts'
import { ask, requestUrl } from '../node/client.ts'
import type { ListingEnd, Placed } from './listing.ts'
import { keepReceived } from './received.ts'
import type { RowKey } from './row-key.ts'
import { addsNothing, marksOf } from './row-marks.ts'

/** Beyond this the browser's memory pays for rows that nobody reads: the reader is asked for a filter instead. */
export const mostRows = 200_000

/** A page as the node sent it with what the listing must know about it. */
export interface ListingPage<Node> extends Page<Node>, Placed<Node> {
  readonly edges: Page<Node>['edges']
  readonly end: ListingEnd
  readonly request: string
  readonly receivedAt: number
  readonly marks: Int32Array
}

type Pages<Node> = InfiniteData<ListingPage<Node>, string | undefined>

/**
 * How a listing goes on after `page`, which was asked for with the cursor `after` when `earlier` pages were there.
 * A node that repeats a cursor or a whole page would otherwise be asked for ever.
 */
export function endOf<Node>(
  page: Pick<ListingPage<Node>, 'edges' | 'pageInfo' | 'marks'>,
  earlier: readonly ListingPage<Node>[],
  after: string | undefined,
  key: RowKey<Node>,
  most = mostRows,
): ListingEnd {
  const { hasNextPage, endCursor } = page.pageInfo
  if (addsNothing(page, earlier, key)) return 'no-new-row'
  if (!hasNextPage) return 'complete'
  if (endCursor === '') return 'no-cursor'
  const seen = endCursor === after || earlier.some((before) => before.pageInfo.endCursor === endCursor)
  if (seen) return 'repeated-cursor'
  const last = earlier.at(-1)
  const loaded = (last ? last.startsAt + last.edges.length : 0) + page.edges.length
  return loaded >= most ? 'full' : 'more'
}

/** The filters of a request by their names on the wire, without pagination. */
function filtersOf(params: object): [string, string][] {
  return Object.entries(params).flatMap(([name, value]): [string, string][] =>
    name === 'pagination' || value === undefined ? [] : [[name, String(value)]],
  )
}

type Paged<Op extends AnyOperation> = Asked<Op> & {
  readonly pagination?: { readonly first?: number | undefined; readonly newestFirst?: boolean | undefined } | undefined
}

/**
 * A listing operation as infinite query options. Pages are asked for only when the reader says so: nothing refetches by
 * itself, since refreshing an infinite query would ask for each of its pages again. `pick` finds the page in the reply,
 * `key` names a row. Errors are those of `ask`.
 */
export function listingQuery<Op extends AnyOperation, Node>(
  operation: Op,
  params: Paged<Op>,
  pick: (reply: Reply<Op>) => Page<Node>,
  key: RowKey<Node>,
) {
  const options = infiniteQueryOptions({
    queryKey: [operation.name, params] as [name: string, params: object],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ client, queryKey, pageParam: after, signal }): Promise<ListingPage<Node>> => {
      const asked = { ...params, pagination: { ...params.pagination, ...(after === undefined ? {} : { after }) } }
      let sent: unknown
      const onReceived = (body: unknown) => (sent = body)
      const { pageInfo, ...checked } = pick(await ask(operation, asked as Asked<Op>, { signal, onReceived }))
      // What was sent has just passed the check, so its page lies where the checked one does.
      const edges = keepReceived(checked.edges, pick(sent as Reply<Op>).edges)
      const page = { edges, pageInfo, marks: marksOf(edges, key) }
      const pages = after === undefined ? [] : (client.getQueryData<Pages<Node>>(queryKey)?.pages ?? [])
      const earlier = pages.slice(0, pages.findIndex(({ pageInfo }) => pageInfo.endCursor === after) + 1)
      const last = earlier.at(-1)
      return {
        ...page,
        startsAt: last ? last.startsAt + last.edges.length : 0,
        end: endOf(page, earlier, after, key),
        request: requestUrl(operation, asked as Asked<Op>),
        receivedAt: Date.now(),
      }
    },
    getNextPageParam: (page) => (page.end === 'more' ? page.pageInfo.endCursor : undefined),
    staleTime: Infinity,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    structuralSharing: false, // comparing 200,000 rows for each new page costs more than it saves
    networkMode: 'always', // being offline is an answer to show, not a reason to wait silently
  })
  return Object.assign(options, {
    asked: filtersOf(params),
    pageSize: params.pagination?.first ?? defaultPageSize,
  })
}

/** What `listingQuery` gives, for those who pass it on. */
export type ListingQuery<Node> = ReturnType<typeof listingQuery<AnyOperation, Node>>
