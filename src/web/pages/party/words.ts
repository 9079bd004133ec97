import { groupDigits } from '../../format/amount.ts'

/** `1 market`, `5 markets`, `1,200 epochs`. */
export const plural = (count: number | bigint | string, noun: string): string =>
  `${groupDigits(String(count))} ${noun}${String(count) === '1' ? '' : 's'}`

/** `a`, `a and b`, `a, b and c`. */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

const suffixes: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
const rules = new Intl.PluralRules('en', { type: 'ordinal' })

/** `1st`, `4th`, `23rd`. */
export const ordinal = (count: number): string => `${count}${suffixes[rules.select(count)] ?? 'th'}`
