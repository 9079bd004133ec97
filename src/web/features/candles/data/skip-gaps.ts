import { isGap } from './merge-candles.ts'
import type { Row } from './fill-gaps.ts'

/** Rows without the periods that have no trades. The same list if there are none, and always the same row objects. */
export function skipGaps(rows: readonly Row[]): readonly Row[] {
  return rows.some(isGap) ? rows.filter((row) => !isGap(row)) : rows
}
