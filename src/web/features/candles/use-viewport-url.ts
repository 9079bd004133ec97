import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { chainNow } from '../../api/status/node-status.ts'
import type { Address } from './use-candles-url.ts'
import type { Engine } from './chart/chart-controller.ts'
import type { CandleSeries } from './data/candle-series.ts'
import type { Place } from './data/candles-query.ts'
import { covers, type End, type SeriesState } from './data/series-state.ts'
import { type Interval, periodsIn } from './data/interval.ts'
import { compareIntegers } from './data/merge-candles.ts'
import type { CandlesSearch } from './search.ts'
import { rangeOf, type View, type Visible } from './chart/viewport-store.ts'

/** History loads ahead when fewer bars than this remain beyond an edge. */
const ahead = 50
/** With more bars in view than this the next page would push others out at the far end. */
const maxWidth = 9000
const settle = 500

const isFree = ({ more, loading, error }: End): boolean => more && !loading && !error

/** Whether an older page would take candles out of the view at its right end. */
const dropsRight = ({ drops }: End, { rows, last }: Visible): boolean =>
  drops !== undefined && compareIntegers(rows[last]?.start ?? '0', drops) >= 0

/** Whether a newer page would take candles out of the view at its left end. */
const dropsLeft = ({ drops }: End, { rows, first }: Visible): boolean =>
  drops !== undefined && compareIntegers(rows[first]?.start ?? drops, drops) <= 0

export interface PlaceOptions {
  series: CandleSeries
  state: SeriesState
  view: View
  engine: Engine | undefined
  /** Undefined while the intervals are on their way: nothing is asked then. */
  interval: Interval | undefined
  address: Address
  /** The view became wider than what may be loaded: a longer interval has to carry it. */
  onTooWide: (from: bigint, to: bigint | undefined, words: string) => void
}

const keyOf = ({ from = '', to = '' }: Pick<CandlesSearch, 'from' | 'to'>): string => `${from}-${to}`

function placeOf({ from, to }: CandlesSearch, interval: Interval, now: bigint): Place {
  const end = to === undefined ? now : BigInt(to)
  const bars = from === undefined || end <= BigInt(from) ? undefined : periodsIn(end - BigInt(from), interval)
  return {
    ...(from === undefined ? {} : { since: BigInt(from) }),
    ...(to === undefined ? {} : { until: BigInt(to) }),
    ...(bars === undefined ? {} : { bars }),
  }
}

/**
 * Keeps address, series and view together: opens the series where the address points, frames that range, loads ahead
 * at both edges, and writes the range back once a hand has left the chart.
 */
export function usePlace({ series, state, view, engine, interval, address, onTooWide }: PlaceOptions): void {
  const { search, change } = address
  const key = keyOf(search)
  /** The range that the chart already shows because it was written from there. */
  const own = useRef<string>(undefined)
  const wanted = useRef<CandlesSearch>(undefined)
  const length = interval?.length
  const tooWide = useEffectEvent(onTooWide)

  // Before the first paint, as what follows: a chart that showed another stretch first would be drawn twice.
  useLayoutEffect(() => {
    if (!interval || own.current === key) return
    own.current = key
    wanted.current = search
    if (!covers(series.get(), search)) series.open(placeOf(search, interval, chainNow()))
    // oxlint-disable-next-line react/exhaustive-deps -- the key stands for the members of the search that count
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
      change({ from: range.from, to: range.to }, true)
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
