import {
  compare,
  groupDigits,
  isDecimal,
  multiply,
  round,
  shiftDecimals,
  subtract,
  trimZeros,
} from '../../format/amount.ts'
import { formatPercent } from '../../format/percent.ts'
import type { TermName } from '../../entities/terms.ts'

/**
 * The value of one side: shown, and in full; or why there is none. `compared` is what differs, by default all of it; `href`
 * is the page of an id.
 */
export type Side =
  | { known: true; text: string; exact: string; compared?: string; href?: string }
  | { known: false; reason: string }

export const missing = (reason: string): Side => ({ known: false, reason })
export const words = (text: string): Side => ({ known: true, text, exact: text })

/** A fraction as percent, exact as it was received. */
export const fraction = (value: string | undefined, reason = 'not reported'): Side =>
  value === undefined || !isDecimal(value)
    ? missing(reason)
    : { known: true, text: formatPercent(value, 2), exact: value }

/** A decimal as it was received. */
export const decimal = (value: string | undefined, reason = 'not reported'): Side =>
  value === undefined || !isDecimal(value)
    ? missing(reason)
    : { known: true, text: groupDigits(trimZeros(value)), exact: value }

/** An amount in its asset's smallest unit; without known decimals as received. */
export function amount(raw: string | undefined, decimals: number | undefined): Side {
  if (raw === undefined || !isDecimal(raw)) return missing('not reported')
  return { known: true, text: groupDigits(trimZeros(shiftDecimals(raw, decimals ?? 0))), exact: raw }
}

export interface Row {
  label: string
  term?: TermName
  sides: readonly [Side, Side]
  /** How a difference of two exact numbers reads; without it, values are only the same or not. */
  by?: (difference: string) => string
  /** The smaller number is ahead of the other, as a rank is. */
  isRank?: true
}

/** Percentage points to two places, never called none where there are some. */
export function points(difference: string): string {
  const shown = trimZeros(round(multiply(difference, '100'), 2))
  return compare(shown, '0') === 0 ? 'less than 0.01 points' : `${shown} points`
}

export const units = (decimals: number | undefined) => (difference: string) =>
  groupDigits(trimZeros(shiftDecimals(difference, decimals ?? 0)))

export const plain = (difference: string): string => groupDigits(trimZeros(difference))

export interface Difference {
  /** `one`: a value stands beside one that is not known, which is no difference. */
  state: 'same' | 'differs' | 'one' | 'unknown'
  words: string
}

const isSame = (a: string, b: string): boolean => (isDecimal(a) && isDecimal(b) ? compare(a, b) === 0 : a === b)

const comparedOf = ({ exact, compared = exact }: { exact: string; compared?: string }): string => compared

/** What distinguishes the two sides of a row, in words; `names` are those of the sides. */
export function differenceOf({ sides: [a, b], by, isRank }: Row, names: readonly [string, string]): Difference {
  if (!a.known && !b.known) return { state: 'unknown', words: 'Both unknown' }
  if (!a.known || !b.known) return { state: 'one', words: `Unknown for ${a.known ? names[1] : names[0]}` }
  const [first, second] = [comparedOf(a), comparedOf(b)]
  if (isSame(first, second)) return { state: 'same', words: 'Same' }
  if (!by || !isDecimal(first) || !isDecimal(second)) return { state: 'differs', words: 'Different' }
  const higher = compare(first, second) > 0
  const [high, low] = higher ? [first, second] : [second, first]
  const apart = by(subtract(high, low))
  if (isRank) return { state: 'differs', words: `${names[higher ? 1 : 0]} ahead by ${apart}` }
  return { state: 'differs', words: `${names[higher ? 0 : 1]} higher by ${apart}` }
}

/** How many rows differ, and for how many that is not known. */
export function countDifferences(rows: readonly Row[]): { differ: number; unknown: number } {
  const states = rows.map((row) => differenceOf(row, ['', '']).state)
  return {
    differ: states.filter((state) => state === 'differs').length,
    unknown: states.filter((state) => state === 'one' || state === 'unknown').length,
  }
}
