import { isGap } from '../data/merge-candles.ts'
import type { Plot } from '../chart/axis/price-transform.ts'
import type { Row } from '../data/fill-gaps.ts'
import { runningTotals } from '../data/range-statistics.ts'

/** Maximum quotients computed per line: no screen has more pixel columns. */
const maxPoints = 4000

/** Returns a function that looks up the value of a row in `rows[first..]`. */
const reader =
  (values: readonly number[], first: number, stride: number) =>
  (index: number): number =>
    values[Math.floor((index - first) / stride)] ?? Number.NaN

/**
 * VWAP from `rows[first]` on, for the visible rows; NaN at gaps. The sums include every row. With very many rows, only every
 * n-th row gets a quotient, which is also used for the rows that share its pixel.
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

/** VWAP of each bar, for the visible rows; NaN without volume. */
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
