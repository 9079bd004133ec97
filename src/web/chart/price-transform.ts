import type { PriceFormat } from 'lightweight-charts'
import { absolute, add, compare, groupDigits, shiftDecimals, trimZeros } from '../format/amount.ts'

/** Converts raw integers to chart coordinates and back to axis labels. Used only by the chart. */
export interface PriceTransform {
  /** Raw value subtracted before drawing, set when the range is tiny relative to the price; otherwise 0. */
  readonly anchor: bigint
  /** One drawn unit is `10 ** exponent` raw units. */
  readonly exponent: number
  readonly decimals: number
  /** Axis steps per drawn unit, a power of ten: the chart's `priceFormat.base`. */
  readonly base: number
  /** Converts a raw integer to a drawn number below 1e14. */
  toNumber: (raw: string) => number
  ofRatio: (dividend: bigint, divisor: bigint) => number
  /** Formats a drawn number plus the anchor as a price with `digits` decimal places. For figures, not axis labels. */
  toPrice: (value: number, digits: number) => string
  /** The raw integer of a drawn number, rounded to `digits` decimal places, at most the market's decimals. */
  toRaw: (value: number, digits: number) => string
  /** Formats a drawn number as an axis label with `digits` decimal places; a signed difference when anchored. */
  toText: (value: number, digits: number) => string
}

/** The chart rejects values from 9.007e13 up; the margin covers the padding it adds around the data. */
const maxDigits = 13
/** Largest price/range ratio at which a double still separates neighbouring prices with a safety margin. */
const maxPriceToRange = 2n ** 32n
/** The chart's axis compares steps with an epsilon of 1e-14, so the drawn range has at most this many zeros after the point. */
const maxLeadingZeros = 3
const places = 6
const fine = 10n ** BigInt(places)
const safest = 2n ** 53n

const digitsOf = (value: bigint): number => absolute(value).toString().length
const powerOfTen = (exponent: number): bigint => 10n ** BigInt(Math.max(0, exponent))

/** Whether this anchor and exponent can draw raw values between `low` and `high`. */
function canDraw(
  { anchor, exponent }: Pick<PriceTransform, 'anchor' | 'exponent'>,
  low: bigint,
  high: bigint,
): boolean {
  const reach = [low - anchor, high - anchor].map(absolute)
  const largest = reach[0]! > reach[1]! ? reach[0]! : reach[1]!
  if (digitsOf(largest) - exponent > maxDigits) return false
  const range = high - low || largest || 1n
  return largest <= range * maxPriceToRange && digitsOf(range) - exponent > -maxLeadingZeros
}

/** A double holds integers up to 15 digits and powers of ten up to 10 ** 22 exactly: their quotient is rounded only once. */
const exactly = (raw: string, exponent: number): boolean => raw.length <= 15 && exponent >= 0 && exponent <= 22

function transformOf(anchor: bigint, exponent: number, decimals: number): PriceTransform {
  const power = 10 ** exponent
  const shifted = (value: number, digits: number): string => {
    const drawn = Math.min(Math.max(digits + exponent - decimals, 0), 60)
    return shiftDecimals(plain(value, drawn), decimals - exponent)
  }
  const priceOf = (value: number, digits: number): string => {
    const text = shifted(value, digits)
    return anchor === 0n ? text : add(shiftDecimals(anchor.toString(), decimals), text)
  }
  return {
    anchor,
    exponent,
    decimals,
    base: 10 ** Math.min(Math.max(exponent, 0), 18),
    toNumber: (raw) =>
      anchor === 0n && exactly(raw, exponent)
        ? Number(raw) / power
        : Number(shiftDecimals((BigInt(raw) - anchor).toString(), exponent)),
    ofRatio: (dividend, divisor) => {
      const scaled = ((dividend - anchor * divisor) * fine) / divisor
      return scaled < safest && scaled > -safest && exponent + places >= 0 && exponent + places <= 22
        ? Number(scaled) / 10 ** (exponent + places)
        : Number(shiftDecimals(scaled.toString(), exponent + places))
    },
    toPrice: (value, digits) => groupDigits(priceOf(value, digits)),
    toRaw: (value, digits) => trimZeros(shiftDecimals(priceOf(value, Math.min(digits, decimals)), -decimals)),
    toText: (value, digits) => {
      const text = shifted(value, digits)
      if (anchor === 0n) return shorten(text)
      return `${value > 0 ? '+' : ''}${groupDigits(text)}`
    },
  }
}

const plain = (value: number, digits: number): string => value.toFixed(digits).replace(/^-(?=0*\.?0*$)/, '')

/** Switches to exponent notation from 16 integer digits: longer labels do not fit the axis and exceed a double's precision. */
function shorten(text: string): string {
  const [whole = ''] = text.split('.')
  const digits = whole.replace('-', '')
  if (digits.length <= 15) return groupDigits(text)
  const sign = whole.startsWith('-') ? '\u2212' : ''
  return `${sign}${digits[0]}.${digits.slice(1, 6)}e${digits.length - 1}`
}

/**
 * How raw integers from `low` to `high` are drawn: scaled by `decimals` or by more, from an anchor where the range is tiny.
 * `previous` is reused while it fits, so that a live bar does not redraw the whole chart.
 */
export function choosePriceTransform(
  low: bigint,
  high: bigint,
  decimals: number,
  previous?: PriceTransform,
): PriceTransform {
  if (previous?.decimals === decimals && canDraw(previous, low, high)) return previous
  const natural = { anchor: 0n, exponent: decimals }
  if (canDraw(natural, low, high)) return transformOf(0n, decimals, decimals)
  const range = high - low
  const step = powerOfTen(digitsOf(range))
  const anchor = range > 0n && high > range * maxPriceToRange ? (low / step) * step : 0n
  const reach = high - anchor
  const spread = range > 0n ? range : reach > 0n ? reach : 1n
  const exponent =
    digitsOf(reach) - decimals > maxDigits ? digitsOf(reach) - maxDigits : Math.min(decimals, digitsOf(spread) - 1)
  return transformOf(anchor, exponent, decimals)
}

/** Axis labels with just enough decimal places to distinguish neighbouring ticks, at most the market's decimals. */
export function axisTexts(transform: PriceTransform, values: readonly number[]): string[] {
  const steps = values.slice(1).map((value, index) => Math.abs(value - values[index]!))
  const step = Math.min(...steps.filter((distance) => distance > 0))
  const maxDecimals = Math.max(0, transform.decimals)
  const unit = step * 10 ** (transform.exponent - transform.decimals)
  const needed = Number.isFinite(unit) && unit > 0 ? Math.ceil(-Math.log10(unit) - 1e-9) : 0
  for (let digits = Math.min(Math.max(needed, 0), maxDecimals); ; digits++) {
    const texts = values.map((value) => transform.toText(value, digits))
    if (digits >= maxDecimals || digits > needed + 1) return texts
    const exact = values.map((value) => transform.toText(value, Math.min(digits + 1, maxDecimals)))
    if (texts.every((text, index) => sameValue(text, exact[index]!))) return texts
  }
}

const number = (text: string): string => text.replaceAll(',', '').replace('\u2212', '-')
const sameValue = (a: string, b: string): boolean =>
  a.includes('e') || b.includes('e') ? a === b : compare(number(a), number(b)) === 0

export const anchorText = (transform: PriceTransform): string =>
  groupDigits(add(shiftDecimals(transform.anchor.toString(), transform.decimals), '0'))

/** Sets `base` because `minMove` alone fails: a `minMove` of 1e-18 throws during painting. */
export const priceFormat = (transform: PriceTransform, digits: number): PriceFormat => ({
  type: 'custom',
  minMove: 1 / transform.base,
  base: transform.base,
  formatter: (value) => transform.toText(value, digits),
  tickmarksFormatter: (values) => axisTexts(transform, values),
})

const compact = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  maximumFractionDigits: 2,
  // A zero has no sign.
  signDisplay: 'negative',
})

/** Compact labels (`1.2K`), since amounts are compared visually. Values beyond a number's range show the power of ten. */
export const amountFormat = (transform: PriceTransform): PriceFormat => ({
  type: 'custom',
  minMove: 1 / transform.base,
  base: transform.base,
  formatter: (value) =>
    transform.exponent === transform.decimals
      ? compact.format(value)
      : transform.toText(value, Math.max(0, transform.decimals)),
})
