import { isGap } from './merge-candles.ts'
import type { Row } from './fill-gaps.ts'

/** Rows without the periods that nobody traded in; the same list when there are none, and the same objects always. */
export function skipGaps(rows: readonly Row[]): readonly Row[] {
  return rows.some(isGap) ? rows.filter((row) => !isGap(row)) : rows
}
