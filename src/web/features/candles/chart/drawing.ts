import type { Candle } from '../../../../wire/candles.ts'
import { choosePriceTransform, type PriceTransform } from '../../../chart/price-transform.ts'
import type { Row } from '../data/candle-rows.ts'
import { compareIntegers, indexAt, isGap } from '../data/merge-candles.ts'
import { tradedIn } from '../data/range-statistics.ts'
import { computeStudy, studyValues, volumeAverages } from '../indicators/study.ts'
import type { ChartScene } from './chart-scene.ts'

/** VWAP from `rows[first]` to each row up to `last`, and at `last`; NaN at gaps and outside of the range. */
export function rangeVwap(rows: readonly Row[], first: number, last: number, transform: PriceTransform) {
  const values = rows.slice(first, last + 1).map((row, index) => {
    const { notional, volume } = tradedIn(rows, first, first + index)
    return isGap(row) || volume === 0n ? Number.NaN : transform.ofRatio(notional, volume)
  })
  return {
    at: (index: number): number => values[index - first] ?? Number.NaN,
    end: values.findLast((value) => !Number.isNaN(value)),
  }
}

/**
 * The deviation of the VWAP that starts at `rows[first]`, at each row, in drawn units: of candle VWAPs, weighted by volume. NaN
 * before it and at gaps. Sums are exact; the square root is the first rounding.
 */
export function vwapDeviations(rows: readonly Row[], first: number, { exponent }: PriceTransform): Float64Array {
  const deviations = new Float64Array(rows.length).fill(Number.NaN)
  const [shift, unit] = [64n, 2 ** 64]
  let [notional, volume, squares] = [0n, 0n, 0n]
  for (let index = first; index < rows.length; index++) {
    const row = rows[index]!
    const [amount, size] = [BigInt(row.notional), BigInt(row.volume)]
    if (size === 0n) continue
    notional += amount
    volume += size
    squares += ((amount * amount) << shift) / size
    const variance = (squares * volume - ((notional * notional) << shift)) / (volume * volume)
    deviations[index] = Math.sqrt(Math.max(0, Number(variance) / unit)) / 10 ** exponent
  }
  return deviations
}

export const barVwap = ({ notional, volume }: Row, transform: PriceTransform): number =>
  volume === '0' ? Number.NaN : transform.ofRatio(BigInt(notional), BigInt(volume))

/** Price and amount range of a series of candles, in raw integers. */
interface PriceExtent {
  low: bigint
  high: bigint
  volume: bigint
  notional: bigint
  /** The smallest number of trailing zeros of any price. */
  zeros: number
}

function trailingZeros(raw: string): number {
  let end = raw.length
  while (end > 0 && raw[end - 1] === '0') end--
  return raw.length - end
}

export const larger = (a: string, b: string): string => (compareIntegers(a, b) > 0 ? a : b)
const smaller = (a: string, b: string): string => (compareIntegers(a, b) < 0 ? a : b)

/** The extent of all candles with trades; undefined before the first one. */
export function extentOf(candles: readonly Candle[]): PriceExtent | undefined {
  const traded = candles.filter((candle) => !isGap(candle))
  const [first] = traded
  if (!first) return undefined
  let [highest, lowest, volume, notional] = [first.close, first.close, '0', '0']
  let zeros = Number.POSITIVE_INFINITY
  for (const candle of traded) {
    const { open, high, low, close } = candle
    highest = larger(high || close, highest)
    lowest = smaller(low || close, lowest)
    volume = larger(candle.volume, volume)
    notional = larger(candle.notional, notional)
    for (const price of [open, high, low, close])
      if (price !== '' && price !== '0') zeros = Math.min(zeros, trailingZeros(price))
  }
  const [low, high] = [BigInt(lowest), BigInt(highest)]
  return { low, high, volume: BigInt(volume), notional: BigInt(notional), zeros }
}

/** Digits that a double represents exactly; drawing more would show invented digits. */
const exactDigits = 15
/** Limit for longer prices: with more decimals the axis would show only zeros. */
const maxDigits = 10

/** Decimals of a price on the axis: those in use. */
export const axisDigits = (extent: PriceExtent, decimals: number): number =>
  Math.min(shownDigits(extent, decimals), String(extent.high).length <= exactDigits ? decimals : maxDigits)

/** The fewest decimals that show every price of the extent exactly. */
export const shownDigits = (extent: PriceExtent | undefined, decimals: number): number =>
  extent && Number.isFinite(extent.zeros) ? Math.max(0, decimals - extent.zeros) : Math.max(0, decimals)

/** Closes of another candle id as drawn numbers, one per row; NaN where it has none. Both lists are ascending. */
export function alignCompared(rows: readonly Row[], candles: readonly Candle[]): Float64Array {
  const values = new Float64Array(rows.length).fill(Number.NaN)
  const extent = extentOf(candles)
  const first = rows[0]
  if (!extent || !first) return values
  const transform = choosePriceTransform(0n, extent.high, 0)
  let other = Math.max(0, indexAt(candles, first.start))
  for (let index = 0; index < rows.length; index++) {
    const { start } = rows[index]!
    while (other < candles.length && compareIntegers(candles[other]!.start, start) < 0) other++
    const candle = candles[other]
    if (candle?.start === start && !isGap(candle)) values[index] = transform.toNumber(candle.close) || Number.NaN
  }
  return values
}

/** Index of the first changed row if rows were only appended or the last one changed; otherwise 0: redraw all. */
function growsFrom(before: readonly Row[], rows: readonly Row[]): number {
  const length = Math.min(before.length, rows.length)
  let index = 0
  while (index < length && before[index] === rows[index]) index++
  return index >= before.length - 1 && rows.length >= before.length ? index : 0
}

/** Converts a scene to drawn numbers; undefined before the first trade. Keeps the price conversion of `before` if it can. */
export function drawingOf(scene: ChartScene, before?: { scene: ChartScene; transform: PriceTransform }) {
  const { rows, format, compared } = scene
  const decimals = format.decimals ?? 0
  const extent = extentOf(rows)
  if (!extent) return undefined
  const grown = before && growsFrom(before.scene.rows, rows) > 0
  const transform = choosePriceTransform(extent.low, extent.high, decimals, grown ? before.transform : undefined)
  const closes = rows.map((row) => (isGap(row) ? Number.NaN : transform.toNumber(row.close)))
  const number = (name: 'high' | 'low') =>
    rows.map((row) => (isGap(row) ? Number.NaN : transform.toNumber(row[name] || row.close)))
  let level = Number.NaN
  return {
    scene,
    decimals,
    extent,
    transform,
    /** Close of each row; NaN at a gap. */
    closes,
    /** Like `closes`, but at a gap the previous close; NaN before the first trade. */
    levels: closes.map((close) => (Number.isNaN(close) ? level : (level = close))),
    /** One array per line of an indicator, with one value per row. */
    studies: new Map(
      scene.studies
        .filter(({ kind }) => kind !== 'volume')
        .map((study) => [
          study,
          computeStudy(
            study,
            closes,
            study.kind === 'atr' ? number('high') : closes,
            study.kind === 'atr' ? number('low') : closes,
          ),
        ]),
    ),
    /** Mean volumes of each row, raw. */
    volumes: new Map(
      scene.studies
        .filter(({ kind }) => kind === 'volume')
        .map((study) => [
          study,
          volumeAverages(
            rows.map((row) => (isGap(row) ? undefined : BigInt(row.volume))),
            studyValues(study)[0] ?? 2,
          ),
        ]),
    ),
    /** Closes of the compared markets in their order; NaN where they have none. */
    compared: compared.map(({ candles }) => alignCompared(rows, candles)),
  }
}

export type Drawing = NonNullable<ReturnType<typeof drawingOf>>

/** Whether the same candles are compared: their list is a new one whenever a request begins or ends. */
const areSame = (before: ChartScene['compared'], now: ChartScene['compared']): boolean =>
  before.length === now.length && before.every(({ candles }, index) => candles === now[index]?.candles)

/** The drawing of another scene of the same candles, such as one with more of a ledger; undefined for other candles. */
export function redrawn(before: Drawing | undefined, scene: ChartScene): Drawing | undefined {
  const { rows, format, studies, compared } = scene
  const shown = before?.scene
  const isSame = shown?.rows === rows && shown.format === format && shown.studies === studies
  return before && isSame && areSame(before.scene.compared, compared) ? { ...before, scene } : undefined
}

export function changedFrom(before: Drawing | undefined, { scene, transform }: Drawing): number {
  const same =
    before?.transform === transform &&
    before.scene.flat === scene.flat &&
    before.scene.anchor === scene.anchor &&
    areSame(before.scene.compared, scene.compared)
  return same ? growsFrom(before.scene.rows, scene.rows) : 0
}
