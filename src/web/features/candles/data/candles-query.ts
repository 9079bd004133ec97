import { infiniteQueryOptions } from '@tanstack/react-query'
import { listCandles } from '../../../../wire/candles.ts'
import { maximumPageSize } from '../../../../wire/protocol/page.ts'
import { newestEndMeta } from '../../../infinite-list/query-meta.ts'
import { serverNow } from '../../../client/server-clock.ts'
import { type CandlePage, type CandlePages, findPage, keepLive, nextStart, toPage } from './candle-pages.ts'
import { compareIntegers, mergeCandles } from './merge-candles.ts'
import { askCandles, type PageParam, pageRequest } from './query.ts'
import { readAround } from './read-around.ts'
import type { Instants } from './rows-in-range.ts'

/** Limits memory and drawing time, because the chart redraws all loaded candles. Pages beyond it are dropped and reloadable. */
export const maxCandles = 10_000
const minFirst = 500
/** Extra candles before a requested range, so that the user does not reach the left edge immediately. */
const spare = 100
const defaultSize = 1000

/** The place to open: about `bars` newest candles before `to`, at least back to `from`. */
export interface Place extends Instants {
  bars?: number | undefined
}

/** The page from which a series grows in both directions. Text and numbers only, because it is part of a query key. */
export interface Anchor {
  /** Page size of the first page (`first`) and of all others (`size`). */
  readonly first: number
  readonly size: number
  readonly before?: string | undefined
  readonly from?: string | undefined
}

/** The anchor of a place; `now` in Unix nanoseconds. A range that exceeds one page is read in pages of maximum size. */
export function anchorOf({ from, to, bars = minFirst }: Place, now: bigint): Anchor {
  const wanted = Math.max(Math.ceil(bars) + spare, minFirst)
  return {
    first: Math.min(wanted, maximumPageSize),
    size: wanted > maximumPageSize ? maximumPageSize : defaultSize,
    before: to !== undefined && BigInt(to) < now ? String(BigInt(to)) : undefined,
    from,
  }
}

export const maxPagesOf = ({ first, size }: Anchor): number => 1 + Math.floor((maxCandles - first) / size)

export interface CandleSource {
  /** Base URL of the node. */
  node: string
  candleId: string
  ask?: typeof askCandles
  /** The node's clock, in Unix nanoseconds. */
  now?: () => bigint
}

export type CandlesKey = readonly [operation: string, kind: 'pages', node: string, candleId: string, Anchor]

/** Query key prefix of all series of a candle id. */
export const candlesKey = ({ node, candleId }: CandleSource) => [listCandles.name, 'pages', node, candleId] as const

/** The candles around an anchor, in pages both ways; a refetch asks for the newest end alone. Rejects as `ask`. */
export function candlesQuery(source: CandleSource, anchor: Anchor) {
  const { candleId, ask = askCandles, now = serverNow } = source
  const { first, size, before } = anchor
  const read = async (param: PageParam, signal: AbortSignal): Promise<CandlePage> =>
    ask(pageRequest(candleId, param, now()), signal).then(
      (page) => toPage(param, page),
      (error: unknown) => readAround(error, { candleId, ask, now: now() }, param, signal),
    )
  /** Appends the candles after the last one to the newest page. */
  const extend = async (page: CandlePage, signal: AbortSignal): Promise<CandlePage> => {
    const from = page.candles.at(-1)?.start
    if (from === undefined) return read(page.param, signal)
    const { candles, newer, receivedAt, unreadable = [] } = await read({ first: defaultSize, from }, signal)
    const before = (page.unreadable ?? []).filter(({ to }) => compareIntegers(to, from) <= 0)
    return {
      ...page,
      candles: mergeCandles(page.candles, candles),
      newer,
      receivedAt,
      unreadable: [...before, ...unreadable],
    }
  }
  return infiniteQueryOptions<CandlePage, Error, CandlePages, CandlesKey, PageParam>({
    queryKey: [...candlesKey(source), anchor],
    initialPageParam: { first, before },
    queryFn: async ({ client, queryKey, pageParam, signal }) => {
      const data = client.getQueryData<CandlePages>(queryKey)
      const cached = data && findPage(data, pageParam)
      if (!cached) return read(pageParam, signal)
      return cached.newer ? cached : extend(cached, signal)
    },
    getPreviousPageParam: ({ older, candles: [oldest] }): PageParam | undefined =>
      older && oldest ? { first: size, before: oldest.start } : undefined,
    getNextPageParam: (last): PageParam | undefined => {
      const from = last.newer ? nextStart(last) : undefined
      return from === undefined ? undefined : { first: size, from }
    },
    maxPages: maxPagesOf(anchor),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: (held, arriving) => keepLive(held as CandlePages | undefined, arriving as CandlePages),
    meta: newestEndMeta,
  })
}
