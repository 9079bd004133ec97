import type { Candle } from '../../../../wire/candles.ts'
import { shiftDecimals } from '../../../format/amount.ts'
import { extend } from './extent.ts'
import { compareIntegers, indexAt, isGap } from './merge-candles.ts'
import { choosePlot } from '../chart/axis/price-transform.ts'
import type { Row } from './fill-gaps.ts'

/** Closes of another candle id, aligned with the chart's rows. */
export interface ComparedValues {
  /** The close of the candle with the same start as the row, as a drawn number; NaN if there is none. */
  values: Float64Array
  /** Added to each value to get its price, since values may be differences. */
  anchor: number
}

/** Aligns another candle id's closes with the rows; both lists are ascending. */
export function alignCompared(rows: readonly Row[], candles: readonly Candle[]): ComparedValues {
  const values = new Float64Array(rows.length).fill(Number.NaN)
  const extent = extend(undefined, candles)
  const first = rows[0]
  if (!extent || !first) return { values, anchor: 0 }
  const plot = choosePlot(extent.low, extent.high, 0)
  let other = Math.max(0, indexAt(candles, first.start))
  for (let index = 0; index < rows.length; index++) {
    const { start } = rows[index]!
    while (other < candles.length && compareIntegers(candles[other]!.start, start) < 0) other++
    const candle = candles[other]
    if (candle?.start === start && !isGap(candle)) values[index] = plot.toNumber(candle.close)
  }
  return { values, anchor: Number(shiftDecimals(plot.anchor.toString(), plot.exponent)) }
}

const known = (value: number | undefined): value is number => value !== undefined && !Number.isNaN(value)

/** The first row at or after `from` that has a value; -1 if there is none. */
export function firstKnown(values: ArrayLike<number>, from: number): number {
  for (let index = Math.max(0, from); index < values.length; index++) if (known(values[index])) return index
  return -1
}

/**
 * Rescales compared closes to the chart's own prices, like the chart's percent scale: both lines meet where each has its
 * first close at or after `first`. Returns a function from row index to value.
 */
export function rebase(
  { values, anchor }: ComparedValues,
  own: ArrayLike<number>,
  first: number,
): (index: number) => number {
  const [a, b] = [own[firstKnown(own, first)], values[firstKnown(values, first)]]
  if (!known(a) || !known(b) || anchor + b === 0) return () => Number.NaN
  const base = anchor + b
  return (index) => a * (1 + ((values[index] ?? Number.NaN) - b) / base)
}
