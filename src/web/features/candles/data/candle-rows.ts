import type { Candle } from '../../../../wire/candles.ts'
import type { HatchBand } from '../../../chart/band-hatch.ts'
import { indexAt, isGap } from './merge-candles.ts'

/** Candles that a node cannot answer: start of the first and end of the last, in Unix nanoseconds. */
export interface Unreadable {
  readonly from: string
  readonly to: string
}

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

export function findGaps(rows: readonly Row[], length: bigint | undefined): HatchBand[] {
  const gaps: HatchBand[] = []
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

/** A time range as in the URL: Unix nanoseconds as text, `to` exclusive; an absent member means no bound. */
export interface Instants {
  from?: string | undefined
  to?: string | undefined
}

/** First and last row that start within a range, or the one that contains it; `length` of a candle in nanoseconds, if fixed. */
export function rowsIn(
  rows: readonly Pick<Candle, 'start'>[],
  { from, to }: Instants,
  length: bigint | undefined,
): { first: number; last: number } | undefined {
  const last = to === undefined ? rows.length - 1 : indexAt(rows, String(BigInt(to) - 1n))
  const first = from === undefined ? 0 : indexAt(rows, String(BigInt(from) - 1n)) + 1
  if (first <= last) return { first, last }
  const before = rows[last]
  const reaches = before !== undefined && from !== undefined && BigInt(before.start) + (length ?? 0n) > BigInt(from)
  return reaches ? { first: last, last } : undefined
}
