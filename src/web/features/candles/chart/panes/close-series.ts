import { isGap } from '../../data/merge-candles.ts'
import type { Plot } from '../axis/price-transform.ts'
import type { Row } from '../../data/fill-gaps.ts'

/** Closes as drawn numbers, by row. */
export interface DrawnCloses {
  /** NaN at a gap. */
  readonly closes: number[]
  /** At a gap, the previous close. */
  readonly levels: number[]
  /** Reads rows starting at `from`; earlier rows are kept. */
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

/** Index of the first changed row if rows were only appended or the last one changed; otherwise 0: redraw all. */
export function growsFrom(before: readonly Row[], rows: readonly Row[]): number {
  const length = Math.min(before.length, rows.length)
  let index = 0
  while (index < length && before[index] === rows[index]) index++
  return index >= before.length - 1 && rows.length >= before.length ? index : 0
}
