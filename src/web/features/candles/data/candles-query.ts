import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import { bucketStart, intervalLength } from '../../../../wire/candle-interval.ts'
import { type Candle, listCandles, parseCandleId } from '../../../../wire/candles.ts'
import { maximumPageSize, type Page } from '../../../../wire/protocol/page.ts'
import { NodeFailure } from '../../../client/node-failure.ts'
import { serverNow } from '../../../client/server-clock.ts'
import { newestEndMeta } from '../../../list/list-query.ts'
import type { Instants, Unreadable } from './candle-rows.ts'
import { compareIntegers, isSame, mergeCandles } from './merge-candles.ts'
import { askCandles, type PageParam, pageRequest } from './query.ts'

/** Requests for one page: some for each candle that the node cannot answer, and no storm where there are hundreds. */
const maxRequests = 60

/** Whether the node refuses a page because a number of one of its candles does not fit its 64 bits (wire.md 4.2). */
const isOverflow = (error: unknown): boolean =>
  error instanceof NodeFailure &&
  /cannot convert \S+ to u?int64/.test(`${error.detail?.inner ?? ''} ${error.detail?.message ?? ''} ${error.message}`)

interface PageSource {
  candleId: string
  ask: typeof askCandles
  /** The node's clock, in Unix nanoseconds. */
  now: bigint
}

/** A refused page without the candles that the node cannot answer, which halving it finds. Throws any other `failure`. */
async function readAround(
  failure: unknown,
  { candleId, ask, now }: PageSource,
  param: PageParam,
  signal: AbortSignal,
): Promise<CandlePage> {
  const length = intervalLength(parseCandleId(candleId)?.interval ?? '')
  if (length === undefined || !isOverflow(failure)) throw failure
  const present = bucketStart(now, length) + length
  const candles: Candle[] = []
  const unreadable: Unreadable[] = []
  let requests = 0

  async function read(from: bigint, to: bigint, isRefused = false): Promise<void> {
    const count = Number((to - from) / length!)
    let refused = isRefused || requests >= maxRequests
    if (!refused) {
      requests += 1
      const bounds = { fromTimestamp: String(from), toTimestamp: String(to) }
      const pagination = { first: count, newestFirst: true }
      try {
        const { edges } = await ask({ candleId, ...bounds, pagination }, signal)
        candles.push(...edges.map(({ node }) => node))
      } catch (error) {
        if (!isOverflow(error)) throw error
        refused = true
      }
    }
    if (!refused) return
    if (count === 1 || requests >= maxRequests) return void unreadable.push({ from: String(from), to: String(to) })
    const middle = from + BigInt(count >> 1) * length!
    // The newest half first: it is what the reader looks at, where requests run out.
    await read(middle, to)
    await read(from, middle)
  }

  const forward = 'from' in param
  const size = BigInt(param.first) * length
  const edge = forward ? bucketStart(BigInt(param.from), length) : present
  const end = !forward && param.before !== undefined ? bucketStart(BigInt(param.before) - 1n, length) + length : edge
  const [from, until] = forward ? [edge, edge + size] : [end - size, end]
  const to = until < present ? until : present
  if (to > from) await read(from, to, true)
  return {
    candles: mergeCandles(candles),
    param,
    older: forward || candles.length > 0,
    newer: forward ? until < present : param.before !== undefined,
    receivedAt: Date.now(),
    unreadable: unreadable.reverse(),
  }
}

export interface CandlePage {
  readonly candles: readonly Candle[]
  /** The request's parameters. They identify the page, because live candles change `candles` but not `param`. */
  readonly param: PageParam
  readonly older: boolean
  /** The node has more candles after the last one; false only for the newest page of a series. */
  readonly newer: boolean
  /** Unix milliseconds by this browser's clock. */
  readonly receivedAt: number
  /** What the node could not answer within the page, ascending; absent for nothing. */
  readonly unreadable?: readonly Unreadable[]
}

export type CandlePages = InfiniteData<CandlePage, PageParam>

/** Start of the next page: this page's last candle, which may have changed since. */
const nextStart = ({ candles, param }: CandlePage): string | undefined =>
  candles.at(-1)?.start ?? ('from' in param ? param.from : param.before)

/** Converts a node's response for `param` to a page. A response without new candles ends paging, to avoid an endless loop. */
function toPage(param: PageParam, { edges, pageInfo: { hasNextPage } }: Page<Candle>): CandlePage {
  const candles = mergeCandles(edges.map(({ node }) => node))
  const receivedAt = Date.now()
  if ('from' in param) {
    const advances = candles.some(({ start }) => compareIntegers(start, param.from) > 0)
    return { candles, param, older: true, newer: hasNextPage && advances, receivedAt }
  }
  const { before } = param
  const advances = candles.some(({ start }) => before === undefined || compareIntegers(start, before) < 0)
  return { candles, param, older: hasNextPage && advances, newer: before !== undefined, receivedAt }
}

/** The page requested with `param`, or the one that follows the page ending at `param.from`. */
function findPage({ pages, pageParams }: CandlePages, param: PageParam): CandlePage | undefined {
  const index = pageParams.indexOf(param)
  if (index >= 0) return pages[index]
  if (!('from' in param)) return undefined
  const before = pages.findIndex((page) => nextStart(page) === param.from)
  return before < 0 ? undefined : pages[before + 1]
}

export const joinPages = (pages: readonly CandlePage[]): readonly Candle[] =>
  mergeCandles(...pages.map(({ candles }) => candles))

/** Adds candles at the live end, in any order. Unchanged candles keep their identity, which the chart compares. */
export function addLive(
  data: CandlePages,
  arriving: readonly Candle[],
  { size, maxPages }: { size: number; maxPages: number },
): CandlePages {
  const last = data.pages.at(-1)
  if (!last || last.newer) return data
  const merged = mergeCandles(last.candles, arriving)
  const candles = isSame(merged, last.candles) ? last.candles : merged
  const room = Math.max(size, last.candles.length)
  const receivedAt = Date.now()
  const lastPage = { ...last, candles: candles.length > room ? candles.slice(0, room) : candles, receivedAt }
  const pages = [...data.pages.slice(0, -1), lastPage]
  if (candles.length <= room) return { ...data, pages }
  const param: PageParam = { first: size, from: lastPage.candles.at(-1)!.start }
  const added: CandlePage = { candles: candles.slice(room), param, older: true, newer: false, receivedAt }
  pages[pages.length - 1] = { ...lastPage, newer: true }
  return { pages: [...pages, added].slice(-maxPages), pageParams: [...data.pageParams, param].slice(-maxPages) }
}

/** Merges a response with live candles that arrived during the request, which TanStack Query would overwrite. */
function keepLive(held: CandlePages | undefined, arriving: CandlePages): CandlePages {
  const [before, last] = [held?.pages.at(-1), arriving.pages.at(-1)]
  if (!before || !last || before.param !== last.param || before.candles === last.candles) return arriving
  const candles = mergeCandles(before.candles, last.candles)
  if (isSame(candles, last.candles)) return arriving
  return { ...arriving, pages: [...arriving.pages.slice(0, -1), { ...last, candles }] }
}

/** Limits memory and drawing time, because the chart redraws all loaded candles. Pages beyond it are dropped and reloadable. */
export const maxCandles = 10_000
const minFirst = 500
/** Extra candles before a requested range, so that the user does not reach the left edge immediately. */
const spare = 100
const defaultSize = 1000

/** The range to open: about `bars` newest candles before `to`, at least back to `from`. */
export interface CandleRange extends Instants {
  bars?: number | undefined
}

/** The page from which a series grows in both directions. Text and numbers only, because it is part of a query key. */
export interface PageAnchor {
  /** Page size of the first page (`first`) and of all others (`size`). */
  readonly first: number
  readonly size: number
  readonly before?: string | undefined
  readonly from?: string | undefined
}

/** The anchor of a range; `now` in Unix nanoseconds. A range that exceeds one page is read in pages of maximum size. */
export function anchorOf({ from, to, bars = minFirst }: CandleRange, now: bigint): PageAnchor {
  const count = Math.max(Math.ceil(bars) + spare, minFirst)
  return {
    first: Math.min(count, maximumPageSize),
    size: count > maximumPageSize ? maximumPageSize : defaultSize,
    before: to !== undefined && BigInt(to) < now ? String(BigInt(to)) : undefined,
    from,
  }
}

/** Of a series that opens with the newest candles. */
export const newestAnchor: PageAnchor = anchorOf({}, 0n)

export const maxPagesOf = ({ first, size }: PageAnchor): number => 1 + Math.floor((maxCandles - first) / size)

export interface CandleSource {
  node: string
  candleId: string
  ask?: typeof askCandles
  /** The node's clock, in Unix nanoseconds. */
  now?: () => bigint
}

export type CandlesKey = readonly [operation: string, kind: 'pages', node: string, candleId: string, PageAnchor]

export const candlesKey = ({ node, candleId }: CandleSource) => [listCandles.name, 'pages', node, candleId] as const

/** The candles around an anchor, in pages both ways; a refetch asks for the newest end alone. Rejects as `ask`. */
export function candlesQuery(source: CandleSource, anchor: PageAnchor) {
  const { candleId, ask = askCandles, now = serverNow } = source
  const { first, size, before } = anchor
  const read = async (param: PageParam, signal: AbortSignal): Promise<CandlePage> =>
    ask(pageRequest(candleId, param, now()), signal).then(
      (page) => toPage(param, page),
      (error: unknown) => readAround(error, { candleId, ask, now: now() }, param, signal),
    )
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
