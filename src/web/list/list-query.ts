import { infiniteQueryOptions, type InfiniteData, type Query } from '@tanstack/react-query'
import * as v from 'valibot'
import type { AnyOperation, RequestParams, Reply } from '../../wire/protocol/operation.ts'
import { defaultPageSize, type Page, type Edge, maximumPageSize } from '../../wire/protocol/page.ts'
import { ask, requestUrl } from '../client/request.ts'
import { loadedIn, type ListEnd } from './list.ts'
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

type TextMember<Node> = string & { [Name in keyof Node]-?: Node[Name] extends string ? Name : never }[keyof Node]

/** The key of a record: those of its fields that are unique in its list. */
type RowKey<Node> = (node: Node) => string

/** The key that joins these members by points: ids and numbers have none. */
export const rowKey =
  <Node>(...members: readonly TextMember<Node>[]): RowKey<Node> =>
  (node) =>
    members.map((member) => node[member]).join('.')

interface PageOfRows<Node> {
  readonly edges: readonly { readonly node: Node }[]
}

/** A number that equal keys share and few others do. */
function hashOf(key: string): number {
  let hash = key.length
  for (let at = 0; at < key.length; at += 4) hash = (Math.imul(hash, 31) + key.charCodeAt(at)) | 0
  return hash
}

const hashes = new WeakMap<object, Int32Array>()

/** The hashes of a page's keys: to look at 100,000 rows for each new page would take 30 ms. */
function hashesOf<Node>({ edges }: PageOfRows<Node>, key: RowKey<Node>): Int32Array {
  const known = hashes.get(edges) ?? Int32Array.from(edges, ({ node }) => hashOf(key(node)))
  hashes.set(edges, known)
  return known
}

/** Whether every row of a page was in an earlier page already: the node repeats itself. */
export function addsNothing<Node>(
  page: PageOfRows<Node>,
  earlier: readonly PageOfRows<Node>[],
  key: RowKey<Node>,
): boolean {
  const [first] = hashesOf(page, key)
  // As a rule the first row is new: the keys of all earlier rows are collected only when it is not.
  if (first === undefined || !earlier.some((before) => hashesOf(before, key).includes(first))) return false
  const known = new Set(earlier.flatMap(({ edges }) => edges.map(({ node }) => key(node))))
  return page.edges.every(({ node }) => known.has(key(node)))
}

const originals = new WeakMap<object, unknown>()

/** A record of a list as the node sent it, with members that the interface does not name. */
export const rawRecord = (record: unknown): unknown =>
  typeof record === 'object' && record !== null && originals.has(record) ? originals.get(record) : record

/** Remembers what was sent for the records of a page, so that each can be shown to its last member. */
export function keepRawRecords(checked: readonly Edge<unknown>[], sent: readonly Edge<unknown>[]): void {
  for (const [index, { node }] of checked.entries()) {
    if (typeof node === 'object' && node !== null) originals.set(node, sent[index]?.node)
  }
}

/** The cap on loaded rows: beyond it memory is spent on rows that no one reads, and a filter is advised instead. */
export const maxRows = 200_000

/** The members of a reply that are pages of such records. */
type PageMember<Whole, Node> = string &
  { [Name in keyof Whole]-?: Whole[Name] extends Page<Node> ? Name : never }[keyof Whole]

interface PageRules<Op extends AnyOperation, Node> {
  readonly member: PageMember<Reply<Op>, Node>
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

/** Meta of an infinite query whose refetch asks for its newest end only, not for each of its pages again. */
export const newestEndMeta = { refetch: 'newest end' } as const

/** Whether a query has that meta: it may be refetched with all others, and after an outage. */
export const refetchesNewestEnd = ({ meta }: Pick<Query, 'meta'>): boolean =>
  meta?.['refetch'] === newestEndMeta.refetch
