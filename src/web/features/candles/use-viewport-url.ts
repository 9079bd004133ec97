import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { chainNow } from '../../client/node-status.ts'
import type { Address } from './use-candles-url.ts'
import type { Engine } from './chart/chart-controller.ts'
import type { CandleSeries } from './data/candle-series.ts'
import type { Place } from './data/candles-query.ts'
import { covers, type End, type SeriesState } from './data/series-state.ts'
import { type Interval, periodsIn } from './data/interval.ts'
import { compareIntegers } from './data/merge-candles.ts'
import type { CandlesSearch } from './search.ts'
import { rangeOf, type View, type Visible } from './chart/viewport-store.ts'

/** Prefetch history when fewer bars than this remain beyond an edge. */
const ahead = 50
/** With more visible bars than this, loading the next page would drop visible bars at the far end. */
const maxWidth = 9000
const settle = 500

const isFree = ({ more, loading, error }: End): boolean => more && !loading && !error

/** Whether loading an older page would drop visible candles at the right end. */
const dropsRight = ({ drops }: End, { rows, last }: Visible): boolean =>
  drops !== undefined && compareIntegers(rows[last]?.start ?? '0', drops) >= 0

/** Whether loading a newer page would drop visible candles at the left end. */
const dropsLeft = ({ drops }: End, { rows, first }: Visible): boolean =>
  drops !== undefined && compareIntegers(rows[first]?.start ?? drops, drops) <= 0

export interface PlaceOptions {
  series: CandleSeries
  state: SeriesState
  view: View
  engine: Engine | undefined
  /** Undefined while the intervals are loading; no candles are requested then. */
  interval: Interval | undefined
  address: Address
  /** The view is wider than the loadable range, so a longer interval is needed. */
  onTooWide: (from: bigint, to: bigint | undefined, words: string) => void
}

const keyOf = ({ from = '', to = '' }: Pick<CandlesSearch, 'from' | 'to'>): string => `${from}-${to}`

function placeOf({ from, to }: CandlesSearch, interval: Interval, now: bigint): Place {
  const end = to === undefined ? now : BigInt(to)
  const bars = from === undefined || end <= BigInt(from) ? undefined : periodsIn(end - BigInt(from), interval)
  return { from, to, bars }
}

/**
 * Syncs URL, series and view: opens the series at the URL's range, frames that range, prefetches history at both edges, and
 * writes the visible range back to the URL after the user has moved the chart.
 */
export function usePlace({ series, state, view, engine, interval, address, onTooWide }: PlaceOptions): void {
  const { search, change } = address
  const key = keyOf(search)
  /** The range already shown: the last one opened, or written to the URL from the view. It needs no framing. */
  const own = useRef<string>(undefined)
  const wanted = useRef<CandlesSearch>(undefined)
  const length = interval?.length
  const tooWide = useEffectEvent(onTooWide)

  // Layout effects run before the first paint: otherwise the chart would be drawn twice, first with another range.
  useLayoutEffect(() => {
    if (!interval || own.current === key) return
    own.current = key
    wanted.current = search
    if (!covers(series.get(), search)) series.open(placeOf(search, interval, chainNow()))
    // oxlint-disable-next-line react/exhaustive-deps -- key covers the search parameters that matter
  }, [series, key, interval?.candleId])
  useLayoutEffect(
    () => () => {
      own.current = undefined
    },
    [series],
  )

  useLayoutEffect(() => {
    const range = wanted.current
    if (!engine || !range || series.get().phase !== 'ready' || state.phase !== 'ready' || state.candles.length === 0)
      return
    wanted.current = undefined
    engine.frame(range.from, range.to)
  }, [engine, series, state, key])

  useEffect(() => {
    const load = (): void => {
      const seen = view.visible.get()
      const { phase, older, newer } = series.get()
      if (!seen || phase !== 'ready') return
      if (seen.before < ahead && isFree(older) && !dropsRight(older, seen)) void series.loadOlder()
      if (seen.rows.length - seen.last < ahead && isFree(newer) && !dropsLeft(newer, seen)) void series.loadNewer()
    }
    load()
    return view.visible.subscribe(load)
  }, [series, view, state])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const write = (): void => {
      const seen = view.visible.get()
      if (!seen || wanted.current || series.get().phase !== 'ready') return
      const range = rangeOf(seen, length)
      const wide = Math.round(seen.last - seen.before)
      const { older } = series.get()
      const tooMany = wide > maxWidth || (seen.before < 0 && dropsRight(older, seen))
      if (length !== undefined && range.from !== undefined && older.more && tooMany) {
        const end = range.to === undefined ? undefined : BigInt(range.to)
        tooWide(BigInt(seen.rows[seen.last]!.start) - BigInt(wide) * length, end, 'this view')
        return
      }
      own.current = keyOf(range)
      change({ from: range.from, to: range.to, range: undefined }, true)
    }
    const stop = view.moves.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(write, settle)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [series, view, change, length])
}
