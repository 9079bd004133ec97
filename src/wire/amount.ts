/**
 * Exact decimal text. Amounts of the network have up to 256 bits: no function here passes through a number,
 * and text that is not a decimal is returned unchanged (or as undefined where a number is required).
 */

/** Longer text is no decimal, and no point moves further: a product of several amounts has fewer digits, and millions would freeze a page. */
const maxPlaces = 1000
const decimalForm = /^([+-]?)(\d{1,1000})(?:\.(\d{1,1000}))?$/

export const absolute = (value: bigint): bigint => (value < 0n ? -value : value)

interface Scaled {
  units: bigint
  /** Digits after the point. */
  scale: number
}

function read(text: string): Scaled | undefined {
  const match = decimalForm.exec(text.replace('\u2212', '-'))
  if (!match) return undefined
  const fraction = match[3] ?? ''
  const units = BigInt((match[2] ?? '') + fraction)
  return { units: match[1] === '-' ? -units : units, scale: fraction.length }
}

function write({ units, scale }: Scaled): string {
  const sign = units < 0n ? '-' : ''
  const digits = absolute(units)
    .toString()
    .padStart(scale + 1, '0')
  if (scale === 0) return sign + digits
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

function readOrThrow(text: string): Scaled {
  const scaled = read(text)
  if (!scaled) throw new TypeError(`"${text}" is not a decimal number`)
  return scaled
}

function align(a: Scaled, b: Scaled): [bigint, bigint, number] {
  const scale = Math.max(a.scale, b.scale)
  return [a.units * 10n ** BigInt(scale - a.scale), b.units * 10n ** BigInt(scale - b.scale), scale]
}

/** Moves the point `decimals` places to the left: `'123456', 2` is `'1234.56'`; negative places append zeros. Keeps every digit. */
export function shiftDecimals(raw: string, decimals: number): string {
  const scaled = Number.isInteger(decimals) && Math.abs(decimals) <= maxPlaces ? read(raw) : undefined
  if (!scaled) return raw
  const scale = scaled.scale + decimals
  if (scale >= 0) return write({ units: scaled.units, scale })
  return write({ units: scaled.units * 10n ** BigInt(-scale), scale: 0 })
}

/** Thousands by comma, a true minus sign. The fraction is left alone. */
export function groupDigits(text: string): string {
  const match = /^([+\-\u2212]?)(\d{1,1000})(\.\d+)?$/.exec(text)
  if (!match) return text
  const sign = match[1] === '-' ? '\u2212' : (match[1] ?? '')
  return sign + (match[2] ?? '').replace(/\B(?=(?:\d{3})+$)/g, ',') + (match[3] ?? '')
}

/** A raw integer as a readable amount; without known decimals the grouped integer (the caller labels it `raw`). */
export const formatAmount = (raw: string, decimals: number | undefined): string =>
  groupDigits(decimals === undefined ? raw : shiftDecimals(raw, decimals))

/** `'1.500'` is `'1.5'`, `'2.000'` is `'2'`; integers are left alone. */
export const trimZeros = (text: string): string => text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')

/** The exact product of two decimals. Throws TypeError on other text, as all arithmetic here. */
export function multiply(a: string, b: string): string {
  const [left, right] = [readOrThrow(a), readOrThrow(b)]
  return write({ units: left.units * right.units, scale: left.scale + right.scale })
}

export function add(a: string, b: string): string {
  const [left, right, scale] = align(readOrThrow(a), readOrThrow(b))
  return write({ units: left + right, scale })
}

export function subtract(a: string, b: string): string {
  const [left, right, scale] = align(readOrThrow(a), readOrThrow(b))
  return write({ units: left - right, scale })
}

/** Compares by value: `'1.0'` and `'1'` are equal. */
export function compare(a: string, b: string): -1 | 0 | 1 {
  const [left, right] = align(readOrThrow(a), readOrThrow(b))
  return left < right ? -1 : left > right ? 1 : 0
}

/** The integer nearest to `a / b`; halves go away from zero. Throws RangeError when `b` is zero. */
export function nearest(a: bigint, b: bigint): bigint {
  if (b === 0n) throw new RangeError('division by zero')
  const rounded = (2n * absolute(a) + absolute(b)) / (2n * absolute(b))
  return a < 0n === b < 0n ? rounded : -rounded
}

/** `a / b` to the nearest decimal with exactly `digits` places; halves go away from zero. Throws RangeError when `b` is zero. */
export function divide(a: string, b: string, digits: number): string {
  const [left, right] = align(readOrThrow(a), readOrThrow(b))
  return write({ units: nearest(left * 10n ** BigInt(digits), right), scale: digits })
}

/** As `divide` by one, but a value that has fewer places keeps its own. */
export const round = (text: string, digits: number): string =>
  readOrThrow(text).scale <= digits ? write(readOrThrow(text)) : divide(text, '1', digits)

/** With exactly `digits` places, grouped; a value of which nothing would be left is `<` the smallest that can be shown: `< 0.001`. */
export function roundShown(text: string, digits: number): string {
  const rounded = divide(text, '1', digits)
  const lost = compare(rounded, '0') === 0 && compare(text, '0') > 0
  return lost ? `<\u00a0${shiftDecimals('1', digits)}` : groupDigits(rounded)
}

export const isDecimal = (text: string): boolean => read(text) !== undefined
