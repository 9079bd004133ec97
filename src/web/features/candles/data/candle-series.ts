import { InfiniteQueryObserver, type QueryClient } from '@tanstack/react-query'
import type { Candle } from '../../../../wire/candles.ts'
import { createEmitter } from '../../../observable.ts'
import { serverNow } from '../../../client/server-clock.ts'
import { addLive, type CandlePage, type CandlePages, isSame } from './candle-pages.ts'
import {
  type Anchor,
  anchorOf,
  candlesKey,
  type CandlesKey,
  candlesQuery,
  type CandleSource,
  maxPagesOf,
  type Place,
} from './candles-query.ts'
import { compareIntegers } from './merge-candles.ts'
import type { PageParam } from './query.ts'
import { covers, nothing, restingState, type SeriesState } from './series-state.ts'

const newest: Anchor = anchorOf({}, 0n)

/** The anchor of a cached series that covers a place; the most recently updated one if there are several. */
function findAnchor(client: QueryClient, source: CandleSource, place: Place): Anchor | undefined {
  const cached = client
    .getQueryCache()
    .findAll({ queryKey: candlesKey(source) })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  for (const { queryKey, state } of cached) {
    const anchor = queryKey.at(-1) as Anchor
    const data = state.data as CandlePages | undefined
    if (data && covers(restingState(data, maxPagesOf(anchor)), place)) return anchor
  }
  return undefined
}

/** The state while a place is loading: the candles of the previous place stay visible, next to any error. */
function openingState(error: Error | undefined, shown: SeriesState | undefined): SeriesState {
  if (!shown) return { ...nothing, phase: error ? 'refused' : 'waiting', error }
  const { candles, older } = shown
  const newer = { more: true, loading: false }
  return { ...nothing, phase: error ? 'ready' : 'opening', error, candles, older, newer }
}

const isEqual = (one: SeriesState['unreadable'], other: SeriesState['unreadable']): boolean =>
  one?.length === other?.length &&
  one?.every(({ from, to }, at) => other?.[at]?.from === from && other[at].to === to) === true

export type CandleSeries = ReturnType<typeof createCandleSeries>

/** The candles of one candle id around the current place. Sends requests only while it has subscribers. */
export function createCandleSeries(client: QueryClient, source: CandleSource) {
  const { now = serverNow } = source
  const observer = new InfiniteQueryObserver<CandlePage, Error, CandlePages, CandlesKey, PageParam>(client, {
    ...candlesQuery(source, newest),
    enabled: false,
  })
  const own = createEmitter()
  let anchor: Anchor | undefined
  /** The previously shown place, while the current one loads. */
  let before: Anchor | undefined
  let trouble: Error | undefined
  let known: { of: readonly unknown[]; state: SeriesState } | undefined

  const keyOf = (at: Anchor) => candlesQuery(source, at).queryKey
  const dataOf = (at: Anchor): CandlePages | undefined => client.getQueryData<CandlePages>(keyOf(at))
  const stateOf = (at: Anchor): SeriesState | undefined => {
    const data = dataOf(at)
    return data && restingState(data, maxPagesOf(at))
  }

  /** Whether a place is not loaded, or lacks its left part. A failure stops filling it and shows what is loaded. */
  function isOpening(at: Anchor): boolean {
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
    if (!data || isOpening(anchor)) return openingState(error ?? undefined, before && stateOf(before))
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
        error: (atOldest ? undefined : failure) ?? trouble,
      },
    }
  }

  function get(): SeriesState {
    const of = [observer.getCurrentResult(), anchor, before, trouble]
    if (known && of.every((value, index) => value === known?.of[index])) return known.state
    const state = read()
    // The chart redraws all candles when the list changes.
    const candles = known && isSame(known.state.candles, state.candles) ? known.state.candles : state.candles
    const unreadable = isEqual(known?.state.unreadable, state.unreadable) ? known?.state.unreadable : state.unreadable
    known = { of, state: { ...state, candles, ...(unreadable && { unreadable }) } }
    return known.state
  }

  function setTrouble(error: Error | undefined): void {
    if (trouble === error) return
    trouble = error
    own.emit()
  }

  const fill = (): void => {
    if (!anchor || !isOpening(anchor) || observer.getCurrentResult().data === undefined) return
    if (observer.getCurrentResult().fetchStatus === 'idle') void observer.fetchPreviousPage({ cancelRefetch: false })
  }

  return {
    get,
    subscribe: (listener: () => void) => {
      const stopOwn = own.subscribe(listener)
      const stop = observer.subscribe(() => {
        fill()
        listener()
      })
      fill()
      return () => {
        stopOwn()
        stop()
      }
    },
    /** Moves to a place. Cached candles are not requested again. */
    open: (place: Place = {}): void => {
      if (anchor && dataOf(anchor)) before = anchor
      anchor = findAnchor(client, source, place) ?? anchorOf(place, now())
      observer.setOptions(candlesQuery(source, anchor))
      fill()
      own.emit()
    },
    /** Loads the page before the oldest candle. Does nothing during a request or at the start of data. */
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
      if (!result.failureReason) setTrouble(undefined)
    },
    /** Repeats a failed `open`. */
    retry: (): void => void observer.refetch({ cancelRefetch: false }),
    /** Adds candles at the live end, in any order; ignored unless the loaded candles reach the live end. */
    take: (candles: readonly Candle[]): void => {
      if (!anchor || dataOf(anchor)?.pages.at(-1)?.newer !== false) return
      const options = { size: anchor.size, maxPages: maxPagesOf(anchor) }
      client.setQueryData<CandlePages>(keyOf(anchor), (data) => data && addLive(data, candles, options))
      setTrouble(undefined)
    },
    /** Reports that following the live end failed, or with undefined that it works again. */
    trouble: setTrouble,
  }
}
