import { infiniteQueryOptions, type InfiniteData } from '@tanstack/react-query'
import type { AnyOperation, RequestParams, Reply } from '../../wire/protocol/operation.ts'
import { defaultPageSize, type Page } from '../../wire/protocol/page.ts'
import { ask, requestUrl } from '../client/request.ts'
import { loadedIn, type ListEnd } from './list.ts'
import { keepRawRecords } from './raw-records.ts'
import { addsNothing, type RowKey } from './row-key.ts'

/** The cap on loaded rows: beyond it memory is spent on rows that no one reads, and a filter is advised instead. */
export const maxRows = 200_000

/** The members of a reply that are pages of such records. */
type PageMember<Whole, Node> = string &
  { [Name in keyof Whole]-?: Whole[Name] extends Page<Node> ? Name : never }[keyof Whole]

/** How a list's pages are read. */
interface PageRules<Op extends AnyOperation, Node> {
  /** The member of the reply that is the page. */
  readonly member: PageMember<Reply<Op>, Node>
  /** Names a row. */
  readonly key: RowKey<Node>
}

/** A page as the node sent it, with what the list must know about it. */
export interface LoadedPage<Node> extends Page<Node> {
  readonly startsAt: number
  readonly end: ListEnd
  readonly request: string
  readonly receivedAt: number
}

type Pages<Node> = InfiniteData<LoadedPage<Node>, string | undefined>

/** The pages loaded before the one that was requested with the cursor `after`, and how their rows are named. */
interface Loaded<Node> {
  earlier: readonly LoadedPage<Node>[]
  after: string | undefined
  key: RowKey<Node>
}

/** How a list continues after `page`; stops on a repeated cursor, which would loop forever. */
export function listEndOf<Node>(page: Page<Node>, { earlier, after, key }: Loaded<Node>, max = maxRows): ListEnd {
  const { hasNextPage, endCursor } = page.pageInfo
  if (addsNothing(page, earlier, key)) return 'no-new-row'
  if (!hasNextPage) return 'complete'
  if (endCursor === '') return 'no-cursor'
  const repeated = endCursor === after || earlier.some((before) => before.pageInfo.endCursor === endCursor)
  if (repeated) return 'repeated-cursor'
  return loadedIn(earlier) + page.edges.length >= max ? 'full' : 'more'
}

/** The filters of a request by their names on the wire, without pagination. */
function filtersOf(params: object): [string, string][] {
  return Object.entries(params).flatMap(([name, value]): [string, string][] =>
    name === 'pagination' || value === undefined ? [] : [[name, String(value)]],
  )
}

type Paged<Op extends AnyOperation> = RequestParams<Op> & {
  readonly pagination?: { readonly first?: number | undefined; readonly newestFirst?: boolean | undefined } | undefined
}

/** A list as infinite query options. Without automatic refetch, which would request every page. Errors as `ask`. */
export function listQuery<Op extends AnyOperation, Node>(operation: Op, params: Paged<Op>, rules: PageRules<Op, Node>) {
  const pageSize = params.pagination?.first ?? defaultPageSize
  const options = infiniteQueryOptions({
    queryKey: [operation.name, params] as [name: string, params: object],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ client, queryKey, pageParam: after, signal }): Promise<LoadedPage<Node>> => {
      const requested = { ...params, pagination: { ...params.pagination, ...(after === undefined ? {} : { after }) } }
      let received: unknown
      const reply: unknown = await ask(operation, requested as RequestParams<Op>, {
        signal,
        onReceived: (body) => (received = body),
      })
      const pageOf = (whole: unknown) => (whole as Record<string, Page<Node>>)[rules.member]!
      const page = pageOf(reply)
      // The received body has just passed the check, so its page lies where the checked one does.
      keepRawRecords(page.edges, pageOf(received).edges)
      const pages = after === undefined ? [] : (client.getQueryData<Pages<Node>>(queryKey)?.pages ?? [])
      const earlier = pages.slice(0, pages.findIndex(({ pageInfo }) => pageInfo.endCursor === after) + 1)
      return {
        ...page,
        startsAt: loadedIn(earlier),
        end: listEndOf(page, { earlier, after, key: rules.key }),
        request: requestUrl(operation, requested as RequestParams<Op>),
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
  return Object.assign(options, { requested: filtersOf(params), pageSize })
}

/** What `listQuery` gives, for those who pass it on. */
export type ListQuery<Node> = ReturnType<typeof listQuery<AnyOperation, Node>>
