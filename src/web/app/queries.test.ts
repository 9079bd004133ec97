import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listMarginModes } from '../../wire/margin-modes.ts'
import { ask } from '../client/request.ts'
import { preferences } from '../preferences/preferences.ts'
import { createQueries, refreshAll } from './queries.ts'

const page = {
  partyMarginModes: {
    edges: [],
    pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: '', endCursor: '' },
  },
}
let round = 0
beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  preferences.set({ node: `https://queries${++round}.example` })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a request refused in a pause is retried once when the pause ends', async () => {
  let refusals = 1
  const fetched = vi.fn<() => Promise<Response>>(async () =>
    refusals-- > 0
      ? new Response('{"code":8,"message":"slow down"}', { status: 429, headers: { 'Retry-After': '30' } })
      : new Response(JSON.stringify(page)),
  )
  vi.stubGlobal('fetch', fetched)
  const queries = createQueries()
  const observer = new QueryObserver(queries, { queryKey: ['modes'], queryFn: () => ask(listMarginModes, {}) })
  const stop = observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(100)
  expect(observer.getCurrentResult().error).toMatchObject({ kind: 'limited' })
  await vi.advanceTimersByTimeAsync(29_000)
  expect(fetched).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(3000)
  expect(observer.getCurrentResult().status).toBe('success')
  expect(fetched).toHaveBeenCalledTimes(2)
  stop()
})

test('an answer is not called new for as long as this device’s clock was set back', async () => {
  const queries = createQueries()
  queries.setQueryData(['modes'], 'of an hour ago')
  await vi.advanceTimersByTimeAsync(60_000)
  vi.setSystemTime(Date.now() - 3_600_000)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(Date.now() - queries.getQueryState(['modes'])!.dataUpdatedAt).toBe(61_000)
})

test('another node forgets every answer of the old one', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(page)))
  const queries = createQueries()
  queries.setQueryData(['modes'], 'of the old node')
  preferences.set({ node: 'https://elsewhere.example' })
  expect(queries.getQueryData(['modes'])).toBeUndefined()
})

test('refreshing asks a long list for its first page only', async () => {
  const queries = createQueries()
  const asked: number[] = []
  const list = new InfiniteQueryObserver(queries, {
    queryKey: ['list'],
    queryFn: async ({ pageParam }) => {
      asked.push(pageParam)
      return pageParam
    },
    initialPageParam: 0,
    getNextPageParam: (last: number) => last + 1,
    staleTime: Infinity,
  })
  const one = vi.fn<() => Promise<string>>(async () => 'one')
  const single = new QueryObserver(queries, { queryKey: ['one'], queryFn: one })
  const stops = [list.subscribe(() => undefined), single.subscribe(() => undefined)]
  await vi.advanceTimersByTimeAsync(0)
  for (let i = 0; i < 5; i++) await list.fetchNextPage()
  expect(asked).toEqual([0, 1, 2, 3, 4, 5])
  refreshAll(queries)
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toEqual([0, 1, 2, 3, 4, 5, 0])
  expect(one).toHaveBeenCalledTimes(2)
  for (const stop of stops) stop()
})

test('a first request that failed before its page was there is not sent twice, which a node would count', async () => {
  const fetched = vi.fn<() => Promise<Response>>(async () => new Response('{}', { status: 500 }))
  vi.stubGlobal('fetch', fetched)
  const queries = createQueries()
  const query = { queryKey: ['modes'], queryFn: () => ask(listMarginModes, {}) }
  void queries.prefetchQuery(query)
  await vi.advanceTimersByTimeAsync(100)
  const first = new QueryObserver(queries, query)
  first.subscribe(() => undefined)()
  expect(first.getCurrentResult().status).toBe('error')
  await vi.advanceTimersByTimeAsync(100)
  expect(fetched).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(20_000)
  new QueryObserver(queries, query).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(100)
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('a page that is opened again after its failure was shown asks again', async () => {
  const fetched = vi.fn<() => Promise<Response>>(async () => new Response('{}', { status: 500 }))
  vi.stubGlobal('fetch', fetched)
  const queries = createQueries()
  const query = { queryKey: ['modes'], queryFn: () => ask(listMarginModes, {}), retry: false }
  const leave = new QueryObserver(queries, query).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(100)
  leave()
  new QueryObserver(queries, query).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(100)
  expect(fetched).toHaveBeenCalledTimes(2)
})
