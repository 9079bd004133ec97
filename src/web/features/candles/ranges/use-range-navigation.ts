import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { groupDigits } from '../../../format/amount.ts'
import { chainNow } from '../../../client/node-status.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import { failureLine } from '../../../ui/feedback/failure-view.ts'
import type { Address, Patch, Subject } from '../use-candles-url.ts'
import { beginningQuery } from '../data/first-candle.ts'
import type { Engine } from '../chart/chart-controller.ts'
import { fitInterval, type Interval, periodsIn } from '../data/interval.ts'
import type { CandleSeries } from '../data/candle-series.ts'
import { withSearch } from '../search.ts'
import { intervalFor, intervalForAll, type RangeName, type TimeRange } from './time-range.ts'
import { type CandleSubject, comfortable } from '../use-candle-target.ts'
import type { View } from '../chart/viewport-store.ts'
import { failureOf } from '../../../client/node-failure.ts'

export interface JumpsOptions {
  series: CandleSeries
  view: View
  engine: Engine | undefined
  subject: CandleSubject
  address: Address
}

/** Number of candles to assume if the view has none yet. */
const defaultSpan = 130n

/** Navigation to other time ranges. All of it goes through the URL, so that the browser's Back button works. */
export function useJumps({ series, view, engine, subject, address }: JumpsOptions) {
  const client = useQueryClient()
  const { interval, intervals } = subject
  const { search, change, go } = address

  /** Another interval, by default for the instants of the address: only a range button names a range. */
  const goToInterval = (chosen: Interval, patch: Patch): void => {
    const next: Patch = { interval: chosen.name, measure: undefined, range: undefined, ...patch }
    if ('marketId' in address.subject) change(next)
    else go({ candleId: chosen.candleId }, withSearch(search, { ...next, interval: undefined }))
  }

  const toMarket = (chosen: Subject): void =>
    go(
      chosen,
      withSearch(search, {
        from: undefined,
        to: undefined,
        measure: undefined,
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
  const showRange = (from: bigint, to: bigint | undefined, words: string): void => {
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
      const { start } = await client.fetchQuery(beginningQuery(candleId))
      if (start === undefined) return toast('There are no candles yet')
      const fitting = intervalForAll(latestEnd(interval.length) - start, intervals) ?? interval
      goToInterval(fitting, { from: String(start), to: undefined, range: name })
    } catch (error) {
      toast(failureLine(failureOf(error instanceof Error ? error : new Error(String(error))), 'the first candle'))
    }
  }

  const toRange = (range: TimeRange): void => {
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
    if (engine && !series.get().newer.more && series.get().candles.length > 0) engine.toNewest()
    else change({ from: undefined, to: undefined, range: undefined })
  }, [engine, series, change])

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
