import { compareIntegers, isGap } from './merge-candles.ts'
import type { SeriesState } from './series-state.ts'
import { type Instants, rowsIn } from './rows-in-range.ts'

/**
 * Whether nobody traded in the range that the address asks for: its candles are empty (`gaps`), or there is none and the
 * last ones before it are shown (`before`). Undefined where there were trades, or where the node was not asked so far.
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
