import type { Candle } from '../../../../wire/candles.ts'
import { type CandlePages, joinPages } from './candle-pages.ts'
import { compareIntegers } from './merge-candles.ts'
import type { Instants } from './rows-in-range.ts'

/** State of one end of the loaded candles. */
export interface End {
  /** The node has more beyond this end. */
  more: boolean
  loading: boolean
  /** Error of the last request at this end; cleared by the next response. */
  error?: Error
  /** Loading more at this end drops the candles from this start to the other end, because the page limit is reached. */
  drops?: string
}

export interface SeriesState {
  /** `opening`: still shows candles of another place of the same candle id. `refused`: there is only the error. */
  phase: 'waiting' | 'opening' | 'ready' | 'refused'
  /** One contiguous range, ascending and unique; any gaps come from the node. */
  candles: readonly Candle[]
  error?: Error
  older: End
  newer: End
  /** The page limit is reached and the node has more candles. */
  cut: boolean
  /** When the node last confirmed the newest end, in Unix milliseconds by this browser's clock. */
  confirmedAt?: number
}

/** The state before any request. */
export const nothing: SeriesState = {
  phase: 'waiting',
  candles: [],
  older: { more: false, loading: false },
  newer: { more: false, loading: false },
  cut: false,
}

/** The state of loaded pages while no request is running. */
export function restingState({ pages }: CandlePages, maxPages: number): SeriesState {
  const [first, last] = [pages[0], pages.at(-1)]
  if (!first || !last) return { ...nothing, phase: 'ready' }
  const full = pages.length >= maxPages
  const oldestOfLast = full ? last.candles[0]?.start : undefined
  const newestOfFirst = full ? first.candles.at(-1)?.start : undefined
  return {
    phase: 'ready',
    candles: joinPages(pages),
    older: {
      more: first.older,
      loading: false,
      ...(oldestOfLast === undefined ? {} : { drops: oldestOfLast }),
    },
    newer: {
      more: last.newer,
      loading: false,
      ...(newestOfFirst === undefined ? {} : { drops: newestOfFirst }),
    },
    cut: full && (first.older || last.newer),
    ...(last.newer ? {} : { confirmedAt: last.receivedAt }),
  }
}

/** Whether the loaded candles already cover a range. */
export function covers({ phase, candles, newer, older }: SeriesState, { from, to }: Instants): boolean {
  const [first, last] = [candles[0], candles.at(-1)]
  if (phase !== 'ready' || !first || !last) return false
  const left = from === undefined || !older.more || compareIntegers(first.start, from) <= 0
  const right = to === undefined ? !newer.more : !newer.more || compareIntegers(last.start, to) >= 0
  return left && right
}
