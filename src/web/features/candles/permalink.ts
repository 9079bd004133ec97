import { type CandlesSearch, withSearch } from './search.ts'
import { rangeOf, type Visible } from './chart/viewport-store.ts'

/** Input of a permalink besides the search. */
export interface Shown {
  /** Wire name of the charted interval; undefined if the path contains a candle id, which implies it. */
  interval: string | undefined
  /** Nanoseconds of a candle, if fixed. */
  length: bigint | undefined
  seen: Visible | undefined
  /** The node's clock, in Unix nanoseconds. */
  now: bigint
}

/**
 * The search for a link that shows the same candles on another day: a range relative to the current time gets its current
 * instants, and a default interval is made explicit. Parameters that are already in the URL stay unchanged.
 */
export function frozenSearch(search: CandlesSearch, { interval, length, seen, now }: Shown): CandlesSearch {
  const range = seen ? rangeOf({ ...seen, atEdge: false }, length) : {}
  return withSearch(search, {
    interval: interval ?? search.interval,
    from: search.from ?? range.from,
    to: search.to ?? range.to ?? String(now),
  })
}
