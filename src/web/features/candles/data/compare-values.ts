import type { Candle } from '../../../../wire/candles.ts'
import { extentOf } from './extent.ts'
import { compareIntegers, indexAt, isGap } from './merge-candles.ts'
import { choosePlot } from '../chart/axis/price-transform.ts'
import type { Row } from './fill-gaps.ts'

/** Closes of another candle id as drawn numbers, one per row; NaN where it has none. Both lists are ascending. */
export function alignCompared(rows: readonly Row[], candles: readonly Candle[]): Float64Array {
  const values = new Float64Array(rows.length).fill(Number.NaN)
  const extent = extentOf(candles)
  const first = rows[0]
  if (!extent || !first) return values
  const plot = choosePlot(0n, extent.high, 0)
  let other = Math.max(0, indexAt(candles, first.start))
  for (let index = 0; index < rows.length; index++) {
    const { start } = rows[index]!
    while (other < candles.length && compareIntegers(candles[other]!.start, start) < 0) other++
    const candle = candles[other]
    if (candle?.start === start && !isGap(candle)) values[index] = plot.toNumber(candle.close) || Number.NaN
  }
  return values
}
