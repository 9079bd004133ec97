import type { Candle } from '../../../../wire/candles.ts'

/** The chart redraws all it holds, so it holds no more than this; farther bars are dropped and can come back. */
export const mostBars = 50_000
/** One end of what is held. */
export interface End {
  /** The node has more beyond this end. */
  more: boolean
  loading: boolean
  /** The last question at this end failed; cleared by the next answer. */
  error?: Error
}

export interface HistoryState {
  /** `opening`: bars of another place of the same candle id are still shown. `refused`: there is nothing but the error. */
  phase: 'waiting' | 'opening' | 'ready' | 'refused'
  /** One stretch without holes of the caller's making: ascending, unique. */
  candles: readonly Candle[]
  error?: Error
  older: End
  newer: End
  /** Bars were dropped at one end, or the asked range was not reached, because of `mostBars`. */
  cut: boolean
  /** When the newest end was last confirmed by the node, in Unix milliseconds of this browser. */
  confirmedAt?: number
}

/** Where to open: the newest bars before `until`, back to `since` at least (Unix nanoseconds), `bars` of them about. */
export interface Place {
  since?: bigint
  until?: bigint
  bars?: number
}

/** Before anything was asked. */
export const nothing: HistoryState = {
  phase: 'waiting',
  candles: [],
  older: { more: false, loading: false },
  newer: { more: false, loading: false },
  cut: false,
}
