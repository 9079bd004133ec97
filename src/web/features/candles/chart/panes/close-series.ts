import { isGap } from '../../data/merge-candles.ts'
import type { Plot } from '../axis/price-transform.ts'
import type { Row } from '../../data/fill-gaps.ts'

/** Closes as they are drawn, by row. */
export interface DrawnCloses {
  /** NaN at a gap. */
  readonly closes: number[]
  /** At a gap the close before it. */
  readonly levels: number[]
  /** Reads from a row on; what stands before it stays. */
  read: (rows: readonly Row[], plot: Plot, from: number) => void
}

export function drawnCloses(): DrawnCloses {
  const closes: number[] = []
  const levels: number[] = []
  return {
    closes,
    levels,
    read: (rows, plot, from) => {
      closes.length = from
      levels.length = from
      for (let index = from; index < rows.length; index++) {
        const row = rows[index]!
        const close = isGap(row) ? Number.NaN : plot.toNumber(row.close)
        closes.push(close)
        levels.push(Number.isNaN(close) ? (levels[index - 1] ?? Number.NaN) : close)
      }
    },
  }
}

/** Index of the first row that differs when rows only grew at their end or in their last one; else 0: all are other rows. */
export function growsFrom(before: readonly Row[], rows: readonly Row[]): number {
  const length = Math.min(before.length, rows.length)
  let index = 0
  while (index < length && before[index] === rows[index]) index++
  return index >= before.length - 1 && rows.length >= before.length ? index : 0
}
