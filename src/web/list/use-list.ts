import { hashKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, useCallback } from 'react'
import { loadedIn, pageAt, type List, viewOf, type ListPage } from './list.ts'
import type { LoadedPage, ListQuery } from './list-query.ts'

const none: readonly never[] = []

/** Runs a list query. Loading all ends with the list, the cap, a failed page, a cancel or other filters. */
export function useList<Node>(query: ListQuery<Node>): List<Node> {
  const client = useQueryClient()
  const result = useInfiniteQuery(query)
  const { fetchNextPage } = result
  const name = hashKey(query.queryKey)
  const run = useRef<AbortController>(undefined)
  const [allOf, setAllOf] = useState<string>()

  const pages: readonly LoadedPage<Node>[] = result.data?.pages ?? none
  const rows = useMemo(
    () => ({
      pages,
      count: loadedIn(pages),
      end: pages.at(-1)?.end ?? ('complete' as const),
      at: (index: number) => {
        const page = pageAt(pages, index)
        return page?.edges[index - page.startsAt]?.node
      },
      requestAt: (index: number) => pageAt(pages, index)?.request,
    }),
    [pages],
  )

  const stop = () => {
    run.current?.abort()
    setAllOf(undefined)
  }
  useEffect(
    () => () => run.current?.abort(),
    [name], // other filters end the run
  )

  const cancel = () => {
    stop()
    return client.cancelQueries({ queryKey: query.queryKey, exact: true })
  }
  const loadMore = () => {
    if (!result.isFetching && result.hasNextPage) void fetchNextPage()
  }
  const loadAll = async () => {
    let loaded = rows.count
    if (result.isFetching || run.current?.signal.aborted === false) return loaded
    const mine = new AbortController()
    run.current = mine
    setAllOf(name)
    let more = result.hasNextPage
    while (more && !mine.signal.aborted) {
      const answer = await fetchNextPage()
      more = answer.hasNextPage && !answer.isError
      if (answer.data) loaded = loadedIn(answer.data.pages)
    }
    if (run.current === mine) stop()
    return loaded
  }
  const refetch = async () => {
    await cancel()
    // Only page one is requested; the rows stay until it has arrived, and when it fails the query keeps the error.
    await client.infiniteQuery({ ...query, pages: 1, staleTime: 0 }).catch(() => undefined)
  }

  const failed = !result.error ? undefined : !result.data ? 'first' : result.isFetchNextPageError ? 'more' : 'refresh'
  const loadingAll = allOf === name
  return {
    ...rows,
    loaded: rows.count,
    status: result.data ? 'ready' : result.error ? 'failed' : 'waiting',
    pageCount: pages.length,
    pageSize: query.pageSize,
    busy: loadingAll
      ? 'all'
      : result.isFetchingNextPage
        ? 'more'
        : result.data && result.isFetching
          ? 'refresh'
          : undefined,
    requested: query.requested,
    error: result.error,
    failed,
    loadMore,
    loadAll,
    cancel: () => void cancel(),
    retry: () => (failed === 'more' ? loadMore() : void refetch()),
    // The age of the query is corrected when this device's clock is set back, those of its pages are not.
    dataUpdatedAt: Math.min(pages[0]?.receivedAt ?? 0, result.dataUpdatedAt),
    isFetching: result.isFetching,
    refetch: () => void refetch(),
  }
}

/** The loaded rows whose `member` is `value` (all, without a value), in their order. */
export function useClientFilter<Row>(
  listing: List<Row>,
  member: string & keyof Row,
  value: string | undefined,
): List<Row> {
  const chunks = listing.pages as readonly ListPage<Row>[]
  const indices = useMemo(() => {
    if (value === undefined) return undefined
    return chunks.flatMap(({ edges, startsAt }) =>
      edges.flatMap(({ node }, index) => (node[member] === value ? [startsAt + index] : [])),
    )
  }, [chunks, member, value])
  const { at: loadedAt } = listing
  // The same function while its rows stay the same: `useOpenRow` searches again when it changes.
  const at = useCallback((index: number) => loadedAt(indices?.[index] ?? -1), [loadedAt, indices])
  return indices ? { ...viewOf(listing, indices), at } : listing
}
