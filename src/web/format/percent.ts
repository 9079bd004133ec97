import { add, compare, divide, groupDigits, isDecimal, multiply, shiftDecimals, subtract, trimZeros } from './amount.ts'

const noBreakSpace = '\u00a0'

const withUnit = (percent: string): string => `${groupDigits(percent)}${noBreakSpace}%`

/** `part / whole` in percent, rounded half up; what is not zero is never shown as zero: `< 0.1 %`. */
function percentOf(part: string, whole: string, digits: number): string {
  const shown = divide(multiply(part, '100'), whole, digits)
  const lost = compare(shown, '0') === 0 && compare(part, '0') > 0
  return lost ? `<${noBreakSpace}${withUnit(shiftDecimals('1', digits))}` : withUnit(shown)
}

/** A fraction as percent, rounded half up: `'0.9845'` is `98.5 %`, `'0.0004'` is `< 0.1 %`. Other text comes back as it is. */
export const formatPercent = (fraction: string, digits = 1): string =>
  isDecimal(fraction) ? percentOf(fraction, '1', digits) : fraction

function reached(part: string, whole: string, digits: number): string {
  const full = compare(divide(multiply(part, '100'), whole, digits), '100') >= 0
  return full && compare(part, whole) < 0
    ? `>${noBreakSpace}${withUnit(subtract('100', shiftDecimals('1', digits)))}`
    : percentOf(part, whole, digits)
}

/** A reached part, rounded half up: `100 %` only when reached, `0 %` only when zero, else `> 99.9 %` or `< 0.1 %`. */
export const formatReached = (fraction: string, digits = 1): string =>
  isDecimal(fraction) ? reached(fraction, '1', digits) : fraction

/** A share that was rounded with the others of its whole: as it is, or by its `exact` value where it reads as nothing or all. */
export const formatShare = (share: string, exact: string | undefined, digits = 1): string =>
  exact !== undefined && (compare(share, '0') === 0 || compare(share, '1') === 0)
    ? formatReached(exact, digits)
    : formatPercent(share, digits)

const placesOf = (text: string): number => trimZeros(text).split('.')[1]?.length ?? 0

/** A fraction as percent with all of its digits, at least `digits` places: a limit that others are compared with. */
export const formatExactPercent = (fraction: string, digits = 1): string =>
  formatPercent(fraction, Math.max(digits, placesOf(fraction) - 2))

/** As `formatReached`, with as many places as show the side of the minimum: `59.996 %` is not `60.0 %`. */
export function formatAgainst(fraction: string, minimum: string | undefined, digits = 1): string {
  if (minimum === undefined || !isDecimal(fraction) || !isDecimal(minimum)) return formatReached(fraction, digits)
  const reaches = compare(fraction, minimum) >= 0
  const [percent, least] = [multiply(fraction, '100'), multiply(minimum, '100')]
  let places = digits
  while (places < placesOf(percent) && compare(divide(percent, '1', places), least) >= 0 !== reaches) places++
  return formatReached(fraction, places)
}

/** The used part of a limit in percent, as `formatReached`; undefined when the limit is zero or either is no number. */
export function formatUsed(used: string, limit: string, digits = 1): string | undefined {
  if (!isDecimal(used) || !isDecimal(limit) || compare(limit, '0') === 0) return undefined
  return reached(used, limit, digits)
}

/** Parts of a whole to `digits` places of percent, 100 % together: those that rounding cut most get what is missing. */
export function wholeShares(parts: readonly string[], digits = 1): string[] {
  const sum = parts.reduce(add, '0')
  if (compare(sum, '0') <= 0) return parts.map(() => '0')
  const places = digits + 2
  const shares = parts.map((part, at) => {
    const rounded = divide(part, sum, places)
    const share = compare(multiply(rounded, sum), part) > 0 ? subtract(rounded, shiftDecimals('1', places)) : rounded
    return { at, share, lost: subtract(part, multiply(share, sum)) }
  })
  const missing = Number(shiftDecimals(subtract('1', shares.map(({ share }) => share).reduce(add, '0')), -places))
  const step = shiftDecimals('1', places)
  const raised = new Set(
    shares
      .toSorted((a, b) => compare(b.lost, a.lost))
      .slice(0, missing)
      .map(({ at }) => at),
  )
  return shares.map(({ at, share }) => (raised.has(at) ? add(share, step) : share))
}

/** The change between two values with its sign, rounded half up; undefined from zero or for text that is no number. */
export function formatChange(from: string, to: string, digits = 2): string | undefined {
  if (!isDecimal(from) || !isDecimal(to) || compare(from, '0') === 0) return undefined
  const difference = subtract(to, from)
  const unsigned = (text: string): string => text.replace(/^[-\u2212]/, '')
  const percent = divide(multiply(unsigned(difference), '100'), unsigned(from), digits)
  const sign = /[1-9]/.test(percent) ? (compare(difference, '0') > 0 ? '+' : '\u2212') : ''
  return `${sign}${withUnit(percent)}`
}

/** The direction of a change by its shown sign, so that a shown zero has none. */
export const changeDirection = (change: string | undefined): 'up' | 'down' | 'flat' =>
  change?.startsWith('+') ? 'up' : change?.startsWith('\u2212') ? 'down' : 'flat'
