import { groupDigits } from './amount.ts'

/** A number as it is counted or as the wire has it: an integer as text, as a number or as a bigint. */
export type Count = number | bigint | string

/** The word for so many: `block` for one, `blocks` for any other number. `many` where an s does not do. */
export const nounFor = (count: Count, one: string, many = `${one}s`): string => (String(count) === '1' ? one : many)

/** `1 market`, `5 markets`, `1,200 epochs`, `3 entries`. */
export const plural = (count: Count, one: string, many?: string): string =>
  `${groupDigits(String(count))} ${nounFor(count, one, many)}`

/** `a`, `a and b`, `a, b and c`; empty for none. */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** `STATE_ACTIVE`, `TRADING_MODE_CONTINUOUS` and `STATUS_ENABLED` in words. */
export const enumWords = (name: string): string =>
  name
    .replace(/^(STATE|TRADING_MODE|STATUS)_/, '')
    .toLowerCase()
    .replaceAll('_', ' ')
