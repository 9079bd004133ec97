import { isGap } from '../data/merge-candles.ts'
import type { Plot } from '../chart/axis/price-transform.ts'
import type { Row } from '../data/fill-gaps.ts'

/** VWAP from `rows[first]` to each row up to `last`, and at `last`; NaN at gaps and outside of the range. */
export function rangeVwap(rows: readonly Row[], first: number, last: number, plot: Plot) {
  let [notional, volume] = [0n, 0n]
  const values = rows.slice(first, last + 1).map((row) => {
    notional += BigInt(row.notional)
    volume += BigInt(row.volume)
    return isGap(row) || volume === 0n ? Number.NaN : plot.ofRatio(notional, volume)
  })
  return {
    at: (index: number): number => values[index - first] ?? Number.NaN,
    end: values.findLast((value) => !Number.isNaN(value)),
  }
}

/** VWAP of a single period; NaN without volume. */
export const barVwap = ({ notional, volume }: Row, plot: Plot): number =>
  volume === '0' ? Number.NaN : plot.ofRatio(BigInt(notional), BigInt(volume))
