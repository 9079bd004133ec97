/** A text ready to be compared: a decimal by its digits, any other text by its words. */
export type SortValue = { readonly sign: -1 | 0 | 1; readonly whole: string; readonly fraction: string } | string

const decimal = /^([+-]?)(\d+)(?:\.(\d+))?$/

/** Reads a value once, so that sorting does not parse it again for each comparison; undefined for an absent one. */
export function sortValueOf(text: string): SortValue | undefined {
  if (text === '') return undefined
  const [, minus, digits, places = ''] = decimal.exec(text) ?? []
  if (digits === undefined) return text
  const [whole, fraction] = [digits.replace(/^0+/, ''), places.replace(/0+$/, '')]
  return { sign: whole + fraction === '' ? 0 : minus === '-' ? -1 : 1, whole, fraction }
}

/** `10x` after `2x`, whatever the case. */
const words = new Intl.Collator('en', { numeric: true })

const compareText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

/** Exact at any length: digits are compared as text. Numbers come before words. */
export function compareSortValues(a: SortValue, b: SortValue): number {
  if (typeof a === 'string' || typeof b === 'string') {
    if (typeof a === 'string' && typeof b === 'string') return words.compare(a, b) || compareText(a, b)
    return typeof a === 'string' ? 1 : -1
  }
  if (a.sign !== b.sign) return a.sign - b.sign
  const larger = a.whole.length - b.whole.length || compareText(a.whole, b.whole) || compareText(a.fraction, b.fraction)
  return a.sign * larger || 0
}
