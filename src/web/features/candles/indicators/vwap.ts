import { isGap } from '../data/merge-candles.ts'
import type { Plot } from '../chart/axis/price-transform.ts'
import type { Row } from '../data/fill-gaps.ts'
import { runningTotals } from '../data/range-statistics.ts'

/** Quotients that are worked out at most for one line: a screen has no more columns to tell them apart. */
const maxPoints = 4000

/** Values over `rows[first..]` as a reader by row. */
const reader =
  (values: readonly number[], first: number, stride: number) =>
  (index: number): number =>
    values[Math.floor((index - first) / stride)] ?? Number.NaN

/**
 * VWAP from `rows[first]` on, for the rows in view; NaN at gaps. The sums run over each row; of very many rows only each
 * n-th gets a quotient, which then stands for the rows it shares a pixel with.
 */
export function rangeVwap(rows: readonly Row[], first: number, last: number, plot: Plot) {
  const stride = Math.max(1, Math.ceil((last - first + 1) / maxPoints))
  const sums = runningTotals()
  const quotient = (): number => {
    const { notional, volume } = sums.totals()
    return volume === 0n ? Number.NaN : plot.ofRatio(notional, volume)
  }
  let newest = last
  while (newest >= first && isGap(rows[newest]!)) newest--
  const values: number[] = []
  let end = Number.NaN
  for (let from = first; from <= last; from += stride) {
    let value = Number.NaN
    for (let index = from; index < from + stride && index <= last; index++) {
      const row = rows[index]!
      sums.add(row)
      if (Number.isNaN(value) && !isGap(row)) value = quotient()
      if (index === newest) end = quotient()
    }
    values.push(value)
  }
  return { at: reader(values, first, stride), end: Number.isNaN(end) ? undefined : end }
}

/** VWAP of each bar, for the rows in view; NaN without volume. */
export function barVwap(rows: readonly Row[], first: number, last: number, plot: Plot): (index: number) => number {
  const seen = rows.slice(first, last + 1)
  const stride = Math.max(1, Math.ceil(seen.length / maxPoints))
  const values: number[] = []
  for (let from = 0; from < seen.length; from += stride) {
    const row = seen[from]!
    values.push(isGap(row) || row.volume === '0' ? Number.NaN : plot.ofRatio(BigInt(row.notional), BigInt(row.volume)))
  }
  return reader(values, first, stride)
}
