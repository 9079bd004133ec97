import { type CandlesSearch, withSearch } from './search.ts'
import { rangeOf, type Visible } from './chart/viewport-store.ts'

/** What a link to this view needs besides its search. */
export interface Shown {
  /** The wire's name of the charted interval; undefined where a candle id in the path says it. */
  interval: string | undefined
  /** Nanoseconds of a candle, when fixed. */
  length: bigint | undefined
  seen: Visible | undefined
  /** The node's clock, in Unix nanoseconds. */
  now: bigint
}

/**
 * The search that shows the same candles on another day: a range that follows the clock gets the instants it has now,
 * and an interval that was only the default is named. What the address says already stays as it is.
 */
export function frozenSearch(search: CandlesSearch, { interval, length, seen, now }: Shown): CandlesSearch {
  const range = seen ? rangeOf({ ...seen, atEdge: false }, length) : {}
  return withSearch(search, {
    interval: interval ?? search.interval,
    from: search.from ?? range.from,
    to: search.to ?? range.to ?? String(now),
  })
}
