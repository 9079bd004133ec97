const decimalForm = /^(\d{1,72})(?:\.(\d{1,72}))?$/

/** The digits of an amount that somebody typed, separators taken off; undefined for anything else. */
export function parseDecimal(text: string): { whole: string; fraction: string } | undefined {
  const match = decimalForm.exec(text.trim().replaceAll(/[, ](?=\d{3}(?:\D|$))/g, ''))
  return match ? { whole: match[1] ?? '', fraction: match[2] ?? '' } : undefined
}

/**
 * The smallest (or, for `max`, largest) raw integer that a typed amount allows, as digits without zeros in front. More digits
 * than the asset has are rounded up or down, so that no amount passes that the typed one does not allow.
 */
export function rawBound(text: string, decimals: number, which: 'min' | 'max'): string | undefined {
  const amount = parseDecimal(text)
  if (!amount) return undefined
  const { whole, fraction } = amount
  const kept = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  const cut = /[1-9]/.test(fraction.slice(decimals))
  return String(which === 'min' && cut ? kept + 1n : kept)
}
