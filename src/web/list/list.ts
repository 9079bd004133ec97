/** Why a list ends. Only `more` lets the reader go on; an `excerpt` is the beginning of something longer. */
export type ListEnd = 'more' | 'complete' | 'excerpt' | 'repeated-cursor' | 'no-new-row' | 'no-cursor' | 'full'

/** Rows that came in pages, read by index: `count` by `at`; `loaded` came from the node, before a client filter. */
export interface List<Row> {
  readonly status: 'waiting' | 'failed' | 'ready'
  readonly count: number
  readonly loaded: number
  readonly pageCount: number
  readonly pageSize: number
  readonly end: ListEnd
  /** What it is doing besides showing its rows. */
  readonly busy: 'more' | 'all' | 'refresh' | undefined
  /** The filters of the request, by their names on the wire. */
  readonly requested: readonly (readonly [name: string, value: string])[]
  readonly error: Error | null
  /** Which step failed: with `first` there are no rows, with the others the rows stay. */
  readonly failed: 'first' | 'more' | 'refresh' | undefined
  readonly at: (index: number) => Row | undefined
  /** The pages behind the rows, whatever a client filter leaves of them: for sums over all that is loaded. */
  readonly pages: readonly ListPage<unknown>[]
  /** The address that answered with this row, for copying. */
  readonly requestAt: (index: number) => string | undefined
  readonly loadMore: () => void
  /** Asks page after page; ends when the list does, when a page fails or when it is cancelled. Resolves to the number of rows then loaded. */
  readonly loadAll: () => Promise<number>
  readonly cancel: () => void
  readonly retry: () => void
  /** When page one came, in milliseconds; 0 before. Named as TanStack Query names it, so that Freshness reads both. */
  readonly dataUpdatedAt: number
  readonly isFetching: boolean
  readonly refetch: () => void
}

/** One page in a list: where its rows start among all rows. */
export interface ListPage<Row> {
  readonly startsAt: number
  readonly edges: readonly { readonly node: Row }[]
}

export const pageAt = <Page extends ListPage<unknown>>(pages: readonly Page[], index: number): Page | undefined =>
  pages.findLast(({ startsAt }) => startsAt <= index)

export function loadedIn(pages: readonly ListPage<unknown>[]): number {
  const last = pages.at(-1)
  return last ? last.startsAt + last.edges.length : 0
}

/** Keeps what `read` makes of a page for as long as the page is loaded. */
export function oncePerPage<Page extends object, Value>(read: (page: Page) => Value): (page: Page) => Value {
  const cache = new WeakMap<Page, { value: Value }>()
  return (page) => {
    const entry = cache.get(page) ?? { value: read(page) }
    cache.set(page, entry)
    return entry.value
  }
}

/** The rows as one array, for sums and files. */
export const rowsOf = <Row>({ count, at }: Pick<List<Row>, 'count' | 'at'>): Row[] =>
  Array.from({ length: count }, (_, index) => at(index)).filter((row) => row !== undefined)

/** The same list showing only the rows at `indices`, in that order: a client filter or sort over loaded rows. */
export const viewOf = <Row>(listing: List<Row>, indices: readonly number[]): List<Row> => ({
  ...listing,
  count: indices.length,
  at: (index) => {
    const source = indices[index]
    return source === undefined ? undefined : listing.at(source)
  },
  requestAt: (index) => listing.requestAt(indices[index] ?? -1),
})

const nothing = () => {}

/** Rows that are already here (a table twin, a preview) as a list: all there are, or an excerpt. */
export const listOfRows = <Row>(
  rows: readonly Row[],
  end: Extract<ListEnd, 'complete' | 'excerpt'> = 'complete',
): List<Row> => ({
  status: 'ready',
  count: rows.length,
  loaded: rows.length,
  pageCount: 1,
  pageSize: rows.length,
  end,
  busy: undefined,
  requested: [],
  error: null,
  failed: undefined,
  at: (index) => rows[index],
  pages: [],
  requestAt: () => undefined,
  loadMore: nothing,
  loadAll: async () => rows.length,
  cancel: nothing,
  retry: nothing,
  dataUpdatedAt: 0,
  isFetching: false,
  refetch: nothing,
})
