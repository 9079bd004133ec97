import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { bucketStart } from '../../../wire/candle-interval.ts'
import { groupDigits } from '../../format/amount.ts'
import { chainNow } from '../../api/status/node-status.ts'
import { toast } from '../../ui/overlays/toast.tsx'
import { failureOf } from '../../infinite-list/error-view.ts'
import { failureWords } from '../../ui/feedback/failure-view.ts'
import type { Address, Patch, Subject } from './use-candles-url.ts'
import { beginningQuery } from './data/first-candle.ts'
import type { Engine } from './chart/chart-controller.ts'
import { fitInterval, type Interval, periodsIn } from './data/interval.ts'
import type { CandleSeries } from './data/candle-series.ts'
import type { Reach } from './panels/range-bar.tsx'
import { withSearch } from './search.ts'
import { type CandleSubject, comfortable } from './use-candle-target.ts'
import type { View } from './chart/viewport-store.ts'

export interface JumpsOptions {
  series: CandleSeries
  view: View
  engine: Engine | undefined
  subject: CandleSubject
  address: Address
}

/** Number of bars to assume if the view has none yet. */
const usual = 130n

/** Start of the candle that contains an instant, so that a range has whole candles; the instant itself if length varies. */
const startOf = (instant: bigint, { length }: Interval): bigint =>
  length === undefined ? instant : bucketStart(instant, length)

/** Navigation to other time ranges. All of it goes through the URL, so that the browser's Back button works. */
export function useJumps({ series, view, engine, subject, address }: JumpsOptions) {
  const client = useQueryClient()
  const { interval, intervals } = subject
  const { search, change, go } = address

  const goToInterval = (chosen: Interval, patch: Patch): void => {
    const next = withSearch(search, { interval: chosen.name, measure: undefined, ...patch })
    if ('marketId' in address.subject) go(address.subject, next)
    else go({ candleId: chosen.candleId }, withSearch(next, { interval: undefined }))
  }

  const toMarket = (chosen: Subject): void =>
    go(
      chosen,
      withSearch(search, {
        from: undefined,
        to: undefined,
        measure: undefined,
        ...('candleId' in chosen && { interval: undefined }),
      }),
    )

  /** The newest loaded candle's end if that is the live end, otherwise the current time of the chain. */
  const latestEnd = (length: bigint | undefined): bigint => {
    const { candles, newer } = series.get()
    const newest = candles.at(-1)
    return newest && !newer.more ? BigInt(newest.start) + (length ?? 0n) : chainNow()
  }

  /** Shows a range, up to the newest bar without an end. Uses a longer interval if there would be too many bars. */
  const showRange = (from: bigint, to: bigint | undefined, words: string): void => {
    if (!interval) return
    const span = (to ?? latestEnd(interval.length)) - from
    const fitting = fitInterval(intervals, interval, span, comfortable)
    const range = { from: String(from > 0n ? from : 0n), to: to === undefined ? undefined : String(to) }
    if (fitting === interval) return go(address.subject, withSearch(search, range))
    const bars = periodsIn(span, interval)
    toast(
      `Switched to ${fitting.label}: ${words} of ${interval.label} ${bars === undefined ? 'may be too many' : `is ${groupDigits(String(bars))}`} bars`,
    )
    goToInterval(fitting, range)
  }

  const reach = async ({ span, words }: Reach): Promise<void> => {
    if (!interval) return
    if (span !== undefined) return showRange(startOf(latestEnd(interval.length) - span, interval), undefined, words)
    try {
      // The longest interval is the cheapest request for a node that fills gaps.
      const { candleId } = intervals.findLast(({ length }) => length !== undefined) ?? interval
      const { start } = await client.fetchQuery(beginningQuery(candleId))
      if (start === undefined) toast('There are no candles yet')
      else showRange(start, undefined, words)
    } catch (error) {
      toast(
        failureWords(failureOf(error instanceof Error ? error : new Error(String(error))), 'the first candle').title,
      )
    }
  }

  const toDate = (instant: bigint): void => {
    const seen = view.visible.get()
    const [left, right] = [seen?.rows[seen.first], seen?.rows[seen.last]]
    const shown = left && right ? BigInt(right.start) - BigInt(left.start) : 0n
    const span = shown > 0n ? shown : usual * (interval?.length ?? 60_000_000_000n)
    const from = instant - span / 2n
    const [to, now] = [instant + span / 2n, chainNow()]
    // End at the newest candle instead of in the future, unless the requested instant itself is in the future.
    change({ from: String(from > 0n ? from : 0n), to: to > now && instant <= now ? undefined : String(to) })
  }

  const toLatest = useCallback(() => {
    if (engine && !series.get().newer.more && series.get().candles.length > 0) engine.toNewest()
    else change({ from: undefined, to: undefined })
  }, [engine, series, change])

  return {
    reach: (to: Reach) => void reach(to),
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
