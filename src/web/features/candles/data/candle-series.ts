import { InfiniteQueryObserver, type QueryClient } from '@tanstack/react-query'
import type { Candle } from '../../../../wire/candles.ts'
import { serverNow } from '../../../client/server-clock.ts'
import { createEmitter } from '../../../observable.ts'
import { type Instants, rowsIn, type Unreadable } from './candle-rows.ts'
import {
  addLive,
  type PageAnchor,
  anchorOf,
  type CandlePage,
  type CandlePages,
  type CandleRange,
  candlesKey,
  type CandlesKey,
  type CandleSource,
  candlesQuery,
  joinPages,
  maxPagesOf,
  newestAnchor,
} from './candles-query.ts'
import { compareIntegers, isGap, isSame } from './merge-candles.ts'
import type { PageParam } from './query.ts'

export interface End {
  more: boolean
  loading: boolean
  /** Error of the last request at this end; cleared by the next response. */
  error?: Error | undefined
  /** Loading more at this end drops the candles from this start to the other end, because the page limit is reached. */
  drops?: string | undefined
}

export interface SeriesState {
  /** `opening`: still shows candles of another range of the same candle id. `refused`: there is only the error. */
  phase: 'waiting' | 'opening' | 'ready' | 'refused'
  /** One contiguous range, ascending and unique; any gaps come from the node. */
  candles: readonly Candle[]
  error?: Error | undefined
  older: End
  newer: End
  /** The page limit is reached and the node has more candles. */
  cut: boolean
  /** When the node last confirmed the newest end, in Unix milliseconds by this browser's clock. */
  confirmedAt?: number | undefined
  /** Candles that the node could not answer, ascending; absent for none. */
  unreadable?: readonly Unreadable[]
}

export const nothing: SeriesState = {
  phase: 'waiting',
  candles: [],
  older: { more: false, loading: false },
  newer: { more: false, loading: false },
  cut: false,
}

function restingState({ pages }: CandlePages, maxPages: number): SeriesState {
  const [first, last] = [pages[0], pages.at(-1)]
  if (!first || !last) return { ...nothing, phase: 'ready' }
  const full = pages.length >= maxPages
  const unreadable = new Map(pages.flatMap((page) => page.unreadable ?? []).map((one) => [one.from, one]))
  return {
    phase: 'ready',
    candles: joinPages(pages),
    older: { more: first.older, loading: false, drops: full ? last.candles[0]?.start : undefined },
    newer: { more: last.newer, loading: false, drops: full ? first.candles.at(-1)?.start : undefined },
    cut: full && (first.older || last.newer),
    confirmedAt: last.newer ? undefined : last.receivedAt,
    ...(unreadable.size > 0 && { unreadable: [...unreadable.values()] }),
  }
}

export function covers({ phase, candles, newer, older }: SeriesState, { from, to }: Instants): boolean {
  const [first, last] = [candles[0], candles.at(-1)]
  if (phase !== 'ready' || !first || !last) return false
  const left = from === undefined || !older.more || compareIntegers(first.start, from) <= 0
  const right = to === undefined ? !newer.more : !newer.more || compareIntegers(last.start, to) >= 0
  return left && right
}

/** How a range has no trades: its candles are empty, or those before it are shown; undefined if it has some or is not loaded. */
export function quietRange(
  { phase, error, candles, older, unreadable = [] }: SeriesState,
  { from, to }: Instants,
  length: bigint | undefined,
): 'gaps' | 'before' | undefined {
  const [first] = candles
  if (phase !== 'ready' || error || from === undefined || !first) return undefined
  if (older.more && compareIntegers(first.start, from) > 0) return undefined
  // What the node cannot answer may have had trades.
  if (unreadable.some((one) => compareIntegers(one.to, from) > 0 && (!to || compareIntegers(one.from, to) < 0)))
    return undefined
  const rows = rowsIn(candles, { from, to }, length)
  if (!rows) return 'before'
  return candles.slice(rows.first, rows.last + 1).every(isGap) ? 'gaps' : undefined
}

/** The anchor of a cached series that covers a range; the most recently updated one if there are several. */
function findAnchor(client: QueryClient, source: CandleSource, range: CandleRange): PageAnchor | undefined {
  const cached = client
    .getQueryCache()
    .findAll({ queryKey: candlesKey(source) })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  for (const { queryKey, state } of cached) {
    const anchor = queryKey.at(-1) as PageAnchor
    const data = state.data as CandlePages | undefined
    if (data && covers(restingState(data, maxPagesOf(anchor)), range)) return anchor
  }
  return undefined
}

/** The state while a range is loading: the candles of the previous range stay visible, next to any error. */
function openingState(error: Error | undefined, shown: SeriesState | undefined): SeriesState {
  if (!shown) return { ...nothing, phase: error ? 'refused' : 'waiting', error }
  const { candles, older } = shown
  const newer = { more: true, loading: false }
  return { ...nothing, phase: error ? 'ready' : 'opening', error, candles, older, newer }
}

export type CandleSeries = ReturnType<typeof createCandleSeries>

/** The candles of one candle id around the current range. Sends requests only while it has subscribers. */
export function createCandleSeries(client: QueryClient, source: CandleSource) {
  const { now = serverNow } = source
  const observer = new InfiniteQueryObserver<CandlePage, Error, CandlePages, CandlesKey, PageParam>(client, {
    ...candlesQuery(source, newestAnchor),
    enabled: false,
  })
  const changes = createEmitter()
  let anchor: PageAnchor | undefined
  /** The previously shown range, while the current one loads. */
  let previousAnchor: PageAnchor | undefined
  let tailError: Error | undefined
  let memo: { of: readonly unknown[]; state: SeriesState } | undefined

  const keyOf = (at: PageAnchor) => candlesQuery(source, at).queryKey
  const dataOf = (at: PageAnchor): CandlePages | undefined => client.getQueryData<CandlePages>(keyOf(at))
  const stateOf = (at: PageAnchor): SeriesState | undefined => {
    const data = dataOf(at)
    return data && restingState(data, maxPagesOf(at))
  }

  /** Whether a range is not loaded, or lacks its left part. A failure stops filling it and shows what is loaded. */
  function isOpening(at: PageAnchor): boolean {
    const { data, errorUpdateCount } = observer.getCurrentResult()
    if (!data) return true
    const [page] = data.pages
    const oldest = page?.candles[0]
    if (at.from === undefined || !page?.older || !oldest || errorUpdateCount > 0) return false
    return data.pages.length < maxPagesOf(at) && compareIntegers(oldest.start, at.from) > 0
  }

  function read(): SeriesState {
    if (!anchor) return nothing
    const result = observer.getCurrentResult()
    const { data, error, fetchStatus, failureReason } = result
    if (!data || isOpening(anchor)) return openingState(error ?? undefined, previousAnchor && stateOf(previousAnchor))
    const state = restingState(data, maxPagesOf(anchor))
    // Adding live candles clears a query's error but not `failureReason`, which describes its last request.
    const failure = (fetchStatus === 'idle' && failureReason) || undefined
    const atOldest = client.getQueryState(keyOf(anchor))?.fetchMeta?.fetchMore?.direction === 'backward'
    const { isFetching, isFetchingPreviousPage } = result
    return {
      ...state,
      older: { ...state.older, loading: isFetchingPreviousPage, error: atOldest ? failure : undefined },
      newer: {
        ...state.newer,
        loading: isFetching && !isFetchingPreviousPage,
        error: (atOldest ? undefined : failure) ?? tailError,
      },
    }
  }

  function get(): SeriesState {
    const of = [observer.getCurrentResult(), anchor, previousAnchor, tailError]
    if (memo && isSame(of, memo.of)) return memo.state
    const state = read()
    // The chart redraws all candles when the list changes.
    const candles = memo && isSame(memo.state.candles, state.candles) ? memo.state.candles : state.candles
    const isKnown = JSON.stringify(memo?.state.unreadable) === JSON.stringify(state.unreadable)
    const { unreadable } = isKnown && memo ? memo.state : state
    memo = { of, state: { ...state, candles, ...(unreadable && { unreadable }) } }
    return memo.state
  }

  function reportTailError(error: Error | undefined): void {
    if (tailError === error) return
    tailError = error
    changes.emit()
  }

  const fill = (): void => {
    if (!anchor || !isOpening(anchor) || observer.getCurrentResult().data === undefined) return
    if (observer.getCurrentResult().fetchStatus === 'idle') void observer.fetchPreviousPage({ cancelRefetch: false })
  }

  return {
    get,
    subscribe: (listener: () => void) => {
      const stopChanges = changes.subscribe(listener)
      const stop = observer.subscribe(() => {
        fill()
        listener()
      })
      fill()
      return () => {
        stopChanges()
        stop()
      }
    },
    open: (range: CandleRange = {}): void => {
      if (anchor && dataOf(anchor)) previousAnchor = anchor
      anchor = findAnchor(client, source, range) ?? anchorOf(range, now())
      observer.setOptions(candlesQuery(source, anchor))
      fill()
      changes.emit()
    },
    loadOlder: async (): Promise<void> => {
      const { phase, older } = get()
      if (phase === 'ready' && older.more && observer.getCurrentResult().data)
        await observer.fetchPreviousPage({ cancelRefetch: false })
    },
    /** Loads the page after the newest candle; at the live end, that candle again and any later ones. */
    loadNewer: async (): Promise<void> => {
      const { phase, newer } = get()
      if (phase !== 'ready' || !observer.getCurrentResult().data) return
      const result = newer.more
        ? await observer.fetchNextPage({ cancelRefetch: false })
        : await observer.refetch({ cancelRefetch: false })
      if (!result.failureReason) reportTailError(undefined)
    },
    retry: (): void => void observer.refetch({ cancelRefetch: false }),
    /** Adds candles at the live end, in any order; ignored unless the loaded candles reach the live end. */
    addLiveCandles: (candles: readonly Candle[]): void => {
      if (!anchor || dataOf(anchor)?.pages.at(-1)?.newer !== false) return
      const options = { size: anchor.size, maxPages: maxPagesOf(anchor) }
      client.setQueryData<CandlePages>(keyOf(anchor), (data) => data && addLive(data, candles, options))
      reportTailError(undefined)
    },
    /** Reports that following the live end failed, or with undefined that it works again. */
    reportTailError,
  }
}
