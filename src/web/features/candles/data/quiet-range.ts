import { compareIntegers, isGap } from './merge-candles.ts'
import type { SeriesState } from './series-state.ts'
import { type Instants, rowsIn } from './rows-in-range.ts'

/**
 * Whether the range in the URL has no trades: its candles are empty (`gaps`), or it has none and earlier candles are shown
 * (`before`). Undefined if there were trades, or if the candles have not been loaded that far back.
 */
export function quietRange(
  { phase, error, candles, older }: SeriesState,
  { from, to }: Instants,
  length: bigint | undefined,
): 'gaps' | 'before' | undefined {
  const [first] = candles
  if (phase !== 'ready' || error || from === undefined || !first) return undefined
  if (older.more && compareIntegers(first.start, from) > 0) return undefined
  const rows = rowsIn(candles, { from, to }, length)
  if (!rows) return 'before'
  return candles.slice(rows.first, rows.last + 1).every(isGap) ? 'gaps' : undefined
}
