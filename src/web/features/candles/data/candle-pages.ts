import type { InfiniteData } from '@tanstack/react-query'
import type { Candle } from '../../../../wire/candles.ts'
import type { Page } from '../../../../wire/protocol/page.ts'
import { compareIntegers, mergeCandles } from './merge-candles.ts'
import type { PageParam } from './query.ts'

/** Candles that a node cannot answer: start of the first and end of the last, in Unix nanoseconds. */
export interface Unreadable {
  readonly from: string
  readonly to: string
}

export interface CandlePage {
  /** Ascending and unique. */
  readonly candles: readonly Candle[]
  /** The request's parameters. They identify the page, because live candles change `candles` but not `param`. */
  readonly param: PageParam
  /** The node has more candles before the first one. */
  readonly older: boolean
  /** The node has more candles after the last one; false only for the newest page of a series. */
  readonly newer: boolean
  /** Unix milliseconds by this browser's clock. */
  readonly receivedAt: number
  /** What the node could not answer within the page, ascending; absent for nothing. */
  readonly unreadable?: readonly Unreadable[]
}

/** The pages of one series, oldest first. */
export type CandlePages = InfiniteData<CandlePage, PageParam>

/** Start of the next page: this page's last candle, which may have changed since. */
export const nextStart = ({ candles, param }: CandlePage): string | undefined =>
  candles.at(-1)?.start ?? ('from' in param ? param.from : param.before)

/** Converts a node's response for `param` to a page. A response without new candles ends paging, to avoid an endless loop. */
export function toPage(param: PageParam, { edges, pageInfo: { hasNextPage } }: Page<Candle>): CandlePage {
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
export function findPage({ pages, pageParams }: CandlePages, param: PageParam): CandlePage | undefined {
  const index = pageParams.indexOf(param)
  if (index >= 0) return pages[index]
  if (!('from' in param)) return undefined
  const before = pages.findIndex((page) => nextStart(page) === param.from)
  return before < 0 ? undefined : pages[before + 1]
}

/** All candles of a series, ascending and unique. */
export const joinPages = (pages: readonly CandlePage[]): readonly Candle[] =>
  mergeCandles(...pages.map(({ candles }) => candles))

/** Whether two lists hold the same candle objects. */
export const isSame = (a: readonly Candle[], b: readonly Candle[]): boolean =>
  a.length === b.length && a.every((candle, index) => candle === b[index])

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
  const kept = { ...last, candles: candles.length > room ? candles.slice(0, room) : candles, receivedAt }
  const pages = [...data.pages.slice(0, -1), kept]
  if (candles.length <= room) return { ...data, pages }
  const param: PageParam = { first: size, from: kept.candles.at(-1)!.start }
  const added: CandlePage = { candles: candles.slice(room), param, older: true, newer: false, receivedAt }
  pages[pages.length - 1] = { ...kept, newer: true }
  return { pages: [...pages, added].slice(-maxPages), pageParams: [...data.pageParams, param].slice(-maxPages) }
}

/** Merges a response with live candles that arrived during the request, which TanStack Query would overwrite. */
export function keepLive(held: CandlePages | undefined, arriving: CandlePages): CandlePages {
  const [before, last] = [held?.pages.at(-1), arriving.pages.at(-1)]
  if (!before || !last || before.param !== last.param || before.candles === last.candles) return arriving
  const candles = mergeCandles(before.candles, last.candles)
  if (isSame(candles, last.candles)) return arriving
  return { ...arriving, pages: [...arriving.pages.slice(0, -1), { ...last, candles }] }
}
