import type { Candle } from '../../../../wire/candles.ts'
import { type CandlePages, joinPages } from './candle-pages.ts'
import { compareIntegers } from './merge-candles.ts'
import type { Instants } from './rows-in-range.ts'

/** One end of what is held. */
export interface End {
  /** The node has more beyond this end. */
  more: boolean
  loading: boolean
  /** The last request at this end failed; cleared by the next response. */
  error?: Error
  /** Going on at this end drops the candles from this start to the other end, because no more pages may be held. */
  drops?: string
}

export interface SeriesState {
  /** `opening`: candles of another place of the same candle id are still shown. `refused`: there is nothing but the error. */
  phase: 'waiting' | 'opening' | 'ready' | 'refused'
  /** One stretch without holes of the caller's making: ascending, unique. */
  candles: readonly Candle[]
  error?: Error
  older: End
  newer: End
  /** No more pages may be held, and there are more candles. */
  cut: boolean
  /** When the newest end was last confirmed by the node, in Unix milliseconds of this browser. */
  confirmedAt?: number
}

/** Before anything was requested. */
export const nothing: SeriesState = {
  phase: 'waiting',
  candles: [],
  older: { more: false, loading: false },
  newer: { more: false, loading: false },
  cut: false,
}

/** What pages hold, at rest. */
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

/** Whether what is held carries a range already. */
export function covers({ phase, candles, newer, older }: SeriesState, { from, to }: Instants): boolean {
  const [first, last] = [candles[0], candles.at(-1)]
  if (phase !== 'ready' || !first || !last) return false
  const left = from === undefined || !older.more || compareIntegers(first.start, from) <= 0
  const right = to === undefined ? !newer.more : !newer.more || compareIntegers(last.start, to) >= 0
  return left && right
}
