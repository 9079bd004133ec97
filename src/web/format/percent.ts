import { compare, divide, groupDigits, isDecimal, multiply, subtract } from './amount.ts'

const noBreakSpace = '\u00a0'

/** Cuts toward zero, so that 99.99 % never reads as 100 %. */
const cut = (text: string, digits: number): string => groupDigits(divide(text, '1', digits))

/** A fraction as percent, rounded toward zero: `'0.98449'` is `98.4 %`. Text that is no decimal comes back as it is. */
export function formatPercent(fraction: string, digits = 1): string {
  if (!isDecimal(fraction)) return fraction
  return `${cut(multiply(fraction, '100'), digits)}${noBreakSpace}%`
}

/** What part is of whole, in percent; undefined when whole is zero or either is not a number. */
export function formatShare(part: string, whole: string, digits = 1): string | undefined {
  if (!isDecimal(part) || !isDecimal(whole) || compare(whole, '0') === 0) return undefined
  return `${groupDigits(divide(multiply(part, '100'), whole, digits))}${noBreakSpace}%`
}

/**
 * The change between two values with its sign (`+` or U+2212), rounded toward zero; what rounds to zero has no sign.
 * Undefined when it starts at zero or is not known.
 */
export function formatChange(from: string, to: string, digits = 2): string | undefined {
  if (!isDecimal(from) || !isDecimal(to) || compare(from, '0') === 0) return undefined
  const difference = subtract(to, from)
  const upward = compare(difference, '0')
  const magnitude = (text: string): string => text.replace(/^[-\u2212]/, '')
  const percent = divide(multiply(magnitude(difference), '100'), magnitude(from), digits)
  const sign = /[1-9]/.test(percent) ? (upward > 0 ? '+' : '\u2212') : ''
  return `${sign}${groupDigits(percent)}${noBreakSpace}%`
}
