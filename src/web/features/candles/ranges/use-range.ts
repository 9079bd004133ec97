import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { failureOf } from '../../../format/failure.ts'
import { chainNow } from '../../../client/node-status.ts'
import { groupDigits } from '../../../format/amount.ts'
import { failureLine } from '../../../ui/feedback/failure-view.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import type { ChartController } from '../chart/chart-controller.ts'
import { type ChartView, type Visible, visibleRange } from '../chart/chart-view.ts'
import { type CandleSeries, covers, type End, type SeriesState } from '../data/candle-series.ts'
import type { CandleRange } from '../data/candles-query.ts'
import { firstCandleQuery } from '../data/first-candle.ts'
import { fitInterval, type Interval, periodsIn } from '../data/interval.ts'
import { compareIntegers } from '../data/merge-candles.ts'
import { type CandlesSearch, withSearch } from '../search.ts'
import { type CandleSubject, comfortable } from '../use-candle-subject.ts'
import type { CandlesTarget, CandlesUrl, Patch } from '../use-candles-url.ts'
import { intervalFor, intervalForAll, type NamedRange, type RangeName } from './named-range.ts'

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

/** Shows the candles between two instants in Unix nanoseconds; `words` names them if the interval has to change. */
type ShowRange = (from: bigint, to: bigint | undefined, words: string) => void

interface RangeOptions {
  series: CandleSeries
  state: SeriesState
  view: ChartView
  controller: ChartController | undefined
  subject: CandleSubject
  address: CandlesUrl
}

const keyOf = ({ from = '', to = '' }: Pick<CandlesSearch, 'from' | 'to'>): string => `${from}-${to}`

function requestedRange({ from, to }: CandlesSearch, interval: Interval, now: bigint): CandleRange {
  const end = to === undefined ? now : BigInt(to)
  const bars = from === undefined || end <= BigInt(from) ? undefined : periodsIn(end - BigInt(from), interval)
  return { from, to, bars }
}

/** Opens the series at the address's range, frames it, loads ahead at both edges, and writes moves of the view back. */
function useRangeSync({ series, state, view, controller, subject, address }: RangeOptions, showRange: ShowRange): void {
  const { interval } = subject
  const { search, change } = address
  const key = keyOf(search)
  /** The last range that was opened, or written to the URL from the view: it needs no framing. */
  const lastSynced = useRef<string>(undefined)
  const pendingRange = useRef<CandlesSearch>(undefined)
  const length = interval?.length
  const onTooWide = useEffectEvent(showRange)

  // Layout effects run before the first paint: otherwise the chart would be drawn twice, first with another range.
  useLayoutEffect(() => {
    if (!interval || lastSynced.current === key) return
    lastSynced.current = key
    pendingRange.current = search
    if (!covers(series.get(), search)) series.open(requestedRange(search, interval, chainNow()))
    // oxlint-disable-next-line react/exhaustive-deps -- key covers the search parameters that matter
  }, [series, key, interval?.candleId])
  useLayoutEffect(
    () => () => {
      lastSynced.current = undefined
    },
    [series],
  )

  useLayoutEffect(() => {
    const range = pendingRange.current
    if (
      !controller ||
      !range ||
      series.get().phase !== 'ready' ||
      state.phase !== 'ready' ||
      state.candles.length === 0
    )
      return
    pendingRange.current = undefined
    controller.frame(range.from, range.to)
  }, [controller, series, state, key])

  useEffect(() => {
    const load = (): void => {
      const seen = view.visible.get()
      const { phase, older, newer } = series.get()
      // Before the range is framed, other candles are in view: what is loaded beside those would drop candles of the range.
      if (!seen || phase !== 'ready' || pendingRange.current) return
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
      if (!seen || pendingRange.current || series.get().phase !== 'ready') return
      const range = visibleRange(seen, length)
      const wide = Math.round(seen.last - seen.before)
      const { older } = series.get()
      const tooMany = wide > maxWidth || (seen.before < 0 && dropsRight(older, seen))
      if (length !== undefined && range.from !== undefined && older.more && tooMany) {
        const end = range.to === undefined ? undefined : BigInt(range.to)
        onTooWide(BigInt(seen.rows[seen.last]!.start) - BigInt(wide) * length, end, 'this view')
        return
      }
      lastSynced.current = keyOf(range)
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

/** Number of candles to assume if the view has none yet. */
const defaultSpan = 130n

/** Navigation to other ranges. All of it goes through the URL, so that the browser's Back button works. */
function useRangeNavigation({ series, view, controller, subject, address }: RangeOptions) {
  const client = useQueryClient()
  const { interval, intervals } = subject
  const { search, change, go } = address

  /** Another interval, by default for the instants of the address: only a range button names a range. */
  const goToInterval = (chosen: Interval, patch: Patch): void => {
    const next: Patch = { interval: chosen.name, measure: undefined, range: undefined, ...patch }
    if ('marketId' in address.subject) change(next)
    else go({ candleId: chosen.candleId }, withSearch(search, { ...next, interval: undefined }))
  }

  const toMarket = (chosen: CandlesTarget): void =>
    go(
      chosen,
      withSearch(search, {
        from: undefined,
        to: undefined,
        measure: undefined,
        at: undefined,
        // The first candle of another market is another one.
        ...(search.range === 'All' && { range: undefined }),
        ...('candleId' in chosen && { interval: undefined }),
      }),
    )

  /** The newest loaded candle's end if that is the live end, otherwise the current time of the chain. */
  const latestEnd = (length: bigint | undefined): bigint => {
    const { candles, newer } = series.get()
    const newest = candles.at(-1)
    return newest && !newer.more ? BigInt(newest.start) + (length ?? 0n) : chainNow()
  }

  /** Shows a range, up to the newest candle without an end. Uses a longer interval if there would be too many candles. */
  const showRange: ShowRange = (from, to, words) => {
    if (!interval) return
    const span = (to ?? latestEnd(interval.length)) - from
    const fitting = fitInterval(intervals, interval, span, comfortable)
    const range = { from: String(from > 0n ? from : 0n), to: to === undefined ? undefined : String(to) }
    if (fitting === interval) return change({ ...range, range: undefined })
    const count = periodsIn(span, interval)
    toast(
      `Switched to ${fitting.label}: ${words} of ${interval.label} ${count === undefined ? 'may be too many' : `is ${groupDigits(String(count))}`} candles`,
    )
    goToInterval(fitting, range)
  }

  const toAll = async (name: RangeName): Promise<void> => {
    if (!interval) return
    try {
      // The longest interval is the cheapest request for a node that fills gaps.
      const { candleId } = intervals.findLast(({ length }) => length !== undefined) ?? interval
      const { start } = await client.fetchQuery(firstCandleQuery(candleId))
      if (start === undefined) return toast('There are no candles yet')
      const fitting = intervalForAll(latestEnd(interval.length) - start, intervals) ?? interval
      goToInterval(fitting, { from: String(start), to: undefined, range: name })
    } catch (error) {
      toast(failureLine(failureOf(error instanceof Error ? error : new Error(String(error))), 'the first candle'))
    }
  }

  const toRange = (range: NamedRange): void => {
    if (range.span === undefined) return void toAll(range.name)
    const fitting = intervalFor(range, intervals) ?? interval
    if (fitting) goToInterval(fitting, { from: undefined, to: undefined, range: range.name })
  }

  const toDate = (instant: bigint): void => {
    const seen = view.visible.get()
    const [left, right] = [seen?.rows[seen.first], seen?.rows[seen.last]]
    const shown = left && right ? BigInt(right.start) - BigInt(left.start) : 0n
    const span = shown > 0n ? shown : defaultSpan * (interval?.length ?? 60_000_000_000n)
    const from = instant - span / 2n
    const [to, now] = [instant + span / 2n, chainNow()]
    // End at the newest candle instead of in the future, unless the requested instant itself is in the future.
    const end = to > now && instant <= now ? undefined : String(to)
    change({ from: String(from > 0n ? from : 0n), to: end, range: undefined })
  }

  const toLatest = useCallback(() => {
    if (controller && !series.get().newer.more && series.get().candles.length > 0) controller.toNewest()
    else change({ from: undefined, to: undefined, range: undefined })
  }, [controller, series, change])

  return {
    toRange,
    showRange,
    toDate,
    toLatest,
    toMarket,
    /** Switches the interval and shows as many candles as fit before the current end. */
    toInterval: (chosen: Interval) => goToInterval(chosen, { from: undefined }),
    /** Switches to an interval whose candles reach further back, for the same range. */
    toLongerInterval: (chosen: Interval) => goToInterval(chosen, {}),
  }
}

/** The one owner of the range: keeps address, loaded candles and view at the same one, and goes to others. */
export function useRange(options: RangeOptions) {
  const navigation = useRangeNavigation(options)
  useRangeSync(options, navigation.showRange)
  return navigation
}
