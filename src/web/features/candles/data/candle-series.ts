import { InfiniteQueryObserver, type QueryClient } from '@tanstack/react-query'
import type { Candle } from '../../../../wire/candles.ts'
import { createEmitter, type ReadonlyObservable } from '../../../observable.ts'
import { serverNow } from '../../../api/status/server-clock.ts'
import { addLive, type CandlePage, type CandlePages } from './candle-pages.ts'
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
import { covers, type End, nothing, restingState, type SeriesState } from './series-state.ts'

/** The candles of one candle id around the current place. Sends requests only while it has subscribers. */
export interface CandleSeries extends ReadonlyObservable<SeriesState> {
  /** Moves to a place. Cached candles are not requested again. */
  open: (place?: Place) => void
  /** Loads the page before the oldest candle. Does nothing during a request or at the start of data. */
  loadOlder: () => Promise<void>
  /** Loads the page after the newest candle; at the live end, that candle again and any later ones. */
  loadNewer: () => Promise<void>
  /** Repeats a failed `open`. */
  retry: () => void
  /** Adds candles at the live end, in any order; ignored unless the loaded candles reach the live end. */
  take: (candles: readonly Candle[]) => void
  /** Reports that following the live end failed, or with undefined that it works again. */
  trouble: (error: Error | undefined) => void
}

const newest: Anchor = anchorOf({}, 0n)

/** The anchor of a cached series that covers a place; the most recently updated one if there are several. */
function findAnchor(client: QueryClient, source: CandleSource, { since, until }: Place): Anchor | undefined {
  const range = {
    from: since === undefined ? undefined : String(since),
    to: until === undefined ? undefined : String(until),
  }
  const cached = client
    .getQueryCache()
    .findAll({ queryKey: candlesKey(source) })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  for (const { queryKey, state } of cached) {
    const anchor = queryKey.at(-1) as Anchor
    const data = state.data as CandlePages | undefined
    if (data && covers(restingState(data, maxPagesOf(anchor)), range)) return anchor
  }
  return undefined
}

/** Whether an opened range still lacks its left part. A failure stops filling it and shows what is loaded. */
function isShort(anchor: Anchor, { pages }: CandlePages, failures: number): boolean {
  const oldest = pages[0]?.candles[0]
  if (anchor.since === undefined || !oldest || failures > 0) return false
  return (
    pages[0]?.older === true && pages.length < maxPagesOf(anchor) && compareIntegers(oldest.start, anchor.since) > 0
  )
}

const withError = (end: End, error: Error | null | undefined): End => (error ? { ...end, error } : end)

/** The state while a place is loading: the candles of the previous place stay visible, next to any error. */
function openingState(error: Error | null, shown: SeriesState | undefined): SeriesState {
  const failed = error ? { error } : {}
  if (!shown) return { ...nothing, ...failed, phase: error ? 'refused' : 'waiting' }
  const { candles, older } = shown
  return {
    ...nothing,
    ...failed,
    phase: error ? 'ready' : 'opening',
    candles,
    older,
    newer: { more: true, loading: false },
  }
}

/** A candle id's series, backed by one infinite query per opened place. */
export function createCandleSeries(client: QueryClient, source: CandleSource): CandleSeries {
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

  const isOpening = (at: Anchor): boolean => {
    const { data, errorUpdateCount } = observer.getCurrentResult()
    return data === undefined || isShort(at, data, errorUpdateCount)
  }

  function read(): SeriesState {
    if (!anchor) return nothing
    const result = observer.getCurrentResult()
    const { data, fetchStatus, failureReason } = result
    if (!data || isOpening(anchor)) {
      const error = !data && fetchStatus === 'idle' ? result.error : null
      return openingState(error, before && stateOf(before))
    }
    const state = restingState(data, maxPagesOf(anchor))
    // Adding live candles clears a query's error but not `failureReason`, which describes its last request.
    const failure = fetchStatus === 'idle' ? failureReason : null
    const atOldest = client.getQueryState(keyOf(anchor))?.fetchMeta?.fetchMore?.direction === 'backward'
    const older = { ...state.older, loading: result.isFetchingPreviousPage }
    const newer = { ...state.newer, loading: result.isFetching && !result.isFetchingPreviousPage }
    return {
      ...state,
      older: withError(older, atOldest ? failure : null),
      newer: withError(newer, (atOldest ? null : failure) ?? trouble),
    }
  }

  function get(): SeriesState {
    const of = [observer.getCurrentResult(), anchor, before, trouble]
    if (!known || of.some((value, index) => value !== known?.of[index])) known = { of, state: read() }
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
    subscribe: (listener) => {
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
    open: (place = {}) => {
      if (anchor && dataOf(anchor)) before = anchor
      anchor = findAnchor(client, source, place) ?? anchorOf(place, now())
      observer.setOptions(candlesQuery(source, anchor))
      fill()
      own.emit()
    },
    loadOlder: async () => {
      const { phase, older } = get()
      if (phase === 'ready' && older.more && observer.getCurrentResult().data)
        await observer.fetchPreviousPage({ cancelRefetch: false })
    },
    loadNewer: async () => {
      const { phase, newer } = get()
      if (phase !== 'ready' || !observer.getCurrentResult().data) return
      const result = newer.more
        ? await observer.fetchNextPage({ cancelRefetch: false })
        : await observer.refetch({ cancelRefetch: false })
      if (!result.failureReason) setTrouble(undefined)
    },
    retry: () => void observer.refetch({ cancelRefetch: false }),
    take: (candles) => {
      if (!anchor || dataOf(anchor)?.pages.at(-1)?.newer !== false) return
      const options = { size: anchor.size, maxPages: maxPagesOf(anchor), now: Date.now() }
      client.setQueryData<CandlePages>(keyOf(anchor), (data) => data && addLive(data, candles, options))
      setTrouble(undefined)
    },
    trouble: setTrouble,
  }
}
