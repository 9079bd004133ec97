import type { Candle } from '../../../../wire/candles.ts'
import { plural } from '../../../format/words.ts'
import type { Unreadable } from './candle-pages.ts'
import { isGap } from './merge-candles.ts'

/** A candle from the node, or a period the node omitted: nodes need not return periods without trades, and cannot answer some. */
export type Row = Candle & { readonly absent?: true; readonly unreadable?: boolean }

/** Longer gaps are drawn with this many rows, so that one year without trades does not push all bars out of view. */
export const longestHole = 500

const absentRow = (start: bigint, before: Candle, unreadable: readonly Unreadable[]): Row => ({
  start: String(start),
  lastUpdate: before.lastUpdate,
  open: '',
  high: '',
  low: '',
  close: '',
  volume: '0',
  notional: '0',
  absent: true,
  ...(unreadable.some(({ from, to }) => BigInt(from) <= start && start < BigInt(to)) && { unreadable: true }),
})

/** Inserts a row for each missing period of `length` (nanoseconds); the candles stay the same objects. */
export function fillRows(
  candles: readonly Candle[],
  length: bigint | undefined,
  unreadable: readonly Unreadable[] = [],
): readonly Row[] {
  if (length === undefined) return candles
  const rows: Row[] = []
  for (const [index, candle] of candles.entries()) {
    const before = candles[index - 1]
    if (before) {
      const previous = BigInt(before.start)
      const missing = (BigInt(candle.start) - previous - 1n) / length
      const count = missing > BigInt(longestHole) ? BigInt(longestHole) : missing
      for (let step = 1n; step <= count; step++) rows.push(absentRow(previous + step * length, before, unreadable))
    }
    rows.push(candle)
  }
  return rows.length === candles.length ? candles : rows
}

/** A run of periods without trades: row indices, both included. */
export interface Gap {
  first: number
  last: number
  /** Number of periods by time; exceeds the number of rows when a long gap is shortened. */
  periods: number
}

/** All runs of gap rows, in order. */
export function findGaps(rows: readonly Row[], length: bigint | undefined): Gap[] {
  const gaps: Gap[] = []
  let first: number | undefined
  for (let index = 0; index <= rows.length; index++) {
    const row = rows[index]
    if (row && isGap(row)) {
      first ??= index
    } else if (first !== undefined) {
      const drawn = index - first
      const periods =
        row && length !== undefined ? Number((BigInt(row.start) - BigInt(rows[first]!.start)) / length) : drawn
      gaps.push({ first, last: index - 1, periods: Math.max(periods, drawn) })
      first = undefined
    }
  }
  return gaps
}

/** Label of a gap, shared by chart and table. */
export const gapWords = (periods: number): string => plural(periods, 'candle')
