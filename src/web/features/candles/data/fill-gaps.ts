import type { Candle } from '../../../../wire/candles.ts'
import { plural } from '../../../format/words.ts'
import { isGap } from './merge-candles.ts'

/** A candle as it came, or a period that the node left out: nodes need not fill periods without trades. */
export type Row = Candle & { readonly absent?: true }

/** A hole longer than this is drawn this long, so that one quiet year does not push all bars off the chart. */
export const longestHole = 500

const absentRow = (start: bigint, before: Candle): Row => ({
  start: String(start),
  lastUpdate: before.lastUpdate,
  open: '',
  high: '',
  low: '',
  close: '',
  volume: '0',
  notional: '0',
  absent: true,
})

/**
 * Candles in ascending order with a row for each missing period of a fixed `length` (nanoseconds). The same list when
 * nothing is missing, and the same objects always: the chart tells by identity what changed.
 */
export function fillRows(candles: readonly Candle[], length: bigint | undefined): readonly Row[] {
  if (length === undefined) return candles
  let rows: Row[] | undefined
  let previous: bigint | undefined
  for (let index = 0; index < candles.length; index++) {
    const candle = candles[index]!
    const start = BigInt(candle.start)
    if (previous !== undefined && start - previous > length) {
      rows ??= candles.slice(0, index)
      const missing = (start - previous - 1n) / length
      const count = missing > BigInt(longestHole) ? longestHole : Number(missing)
      for (let step = 1n; step <= BigInt(count); step++)
        rows.push(absentRow(previous + step * length, candles[index - 1]!))
    }
    rows?.push(candle)
    previous = start
  }
  return rows ?? candles
}

/** A run of periods without trades: indices into the rows, both included. */
export interface Gap {
  first: number
  last: number
  /** Periods by time: more than the rows when a long hole is drawn short. */
  periods: number
}

/** The runs of gap rows, in order. */
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

/** Words on a gap, as the chart and the table say them. */
export const gapWords = (periods: number): string => plural(periods, 'period')
