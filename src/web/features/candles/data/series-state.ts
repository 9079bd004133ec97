import type { Candle } from '../../../../wire/candles.ts'
import { type CandlePages, joinPages, type Unreadable } from './candle-pages.ts'
import { compareIntegers, isGap } from './merge-candles.ts'
import { type Instants, rowsIn } from './rows-in-range.ts'

/** State of one end of the loaded candles. */
export interface End {
  /** The node has more beyond this end. */
  more: boolean
  loading: boolean
  /** Error of the last request at this end; cleared by the next response. */
  error?: Error | undefined
  /** Loading more at this end drops the candles from this start to the other end, because the page limit is reached. */
  drops?: string | undefined
}

export interface SeriesState {
  /** `opening`: still shows candles of another place of the same candle id. `refused`: there is only the error. */
  phase: 'waiting' | 'opening' | 'ready' | 'refused'
  /** One contiguous range, ascending and unique; any gaps come from the node. */
  candles: readonly Candle[]
  error?: Error | undefined
  older: End
  newer: End
  /** The page limit is reached and the node has more candles. */
  cut: boolean
  /** When the node last confirmed the newest end, in Unix milliseconds by this browser's clock. */
  confirmedAt?: number | undefined
  /** Candles that the node could not answer, ascending; absent for none. */
  unreadable?: readonly Unreadable[]
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
  const unreadable = new Map(pages.flatMap((page) => page.unreadable ?? []).map((one) => [one.from, one]))
  return {
    phase: 'ready',
    candles: joinPages(pages),
    older: { more: first.older, loading: false, drops: full ? last.candles[0]?.start : undefined },
    newer: { more: last.newer, loading: false, drops: full ? first.candles.at(-1)?.start : undefined },
    cut: full && (first.older || last.newer),
    confirmedAt: last.newer ? undefined : last.receivedAt,
    ...(unreadable.size > 0 && { unreadable: [...unreadable.values()] }),
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

/**
 * Whether the range in the URL has no trades: its candles are empty (`gaps`), or it has none and earlier candles are shown
 * (`before`). Undefined if there were trades, or if the candles have not been loaded that far back.
 */
export function quietRange(
  { phase, error, candles, older, unreadable = [] }: SeriesState,
  { from, to }: Instants,
  length: bigint | undefined,
): 'gaps' | 'before' | undefined {
  const [first] = candles
  if (phase !== 'ready' || error || from === undefined || !first) return undefined
  if (older.more && compareIntegers(first.start, from) > 0) return undefined
  // What the node cannot answer may have had trades.
  if (unreadable.some((one) => compareIntegers(one.to, from) > 0 && (!to || compareIntegers(one.from, to) < 0)))
    return undefined
  const rows = rowsIn(candles, { from, to }, length)
  if (!rows) return 'before'
  return candles.slice(rows.first, rows.last + 1).every(isGap) ? 'gaps' : undefined
}
