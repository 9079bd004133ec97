import type { Candle } from '../../../../wire/candles.ts'

const isPlain = (text: string): boolean => {
  const first = text.charCodeAt(0)
  return (first > 48 && first <= 57) || text === '0'
}

/** Compares two integers in text form without losing digits; fast for the plain form that nodes send. */
export function compareIntegers(a: string, b: string): number {
  if (a === b) return 0
  if (isPlain(a) && isPlain(b)) return a.length - b.length || (a < b ? -1 : 1)
  const [left, right] = [BigInt(a.replace('+', '')), BigInt(b.replace('+', ''))]
  return left < right ? -1 : left > right ? 1 : 0
}

/** Whether two lists have the same values, by identity. */
export const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((value, index) => value === b[index])

/** Whether a period had no trades: its prices are empty text (wire.md 6.3). */
export const isGap = ({ open, close }: Pick<Candle, 'open' | 'close'>): boolean => open === '' || close === ''

/** The last candle with trades of an ascending list, up to an index. */
export const lastTraded = <Some extends Candle>(
  candles: readonly Some[],
  last = candles.length - 1,
): Some | undefined => candles.findLast((candle, index) => index <= last && !isGap(candle))

/** Whether a period closed at or above its open; both are raw integers. */
export const isUp = ({ open, close }: Pick<Candle, 'open' | 'close'>): boolean =>
  close.length === open.length ? close >= open : close.length > open.length

const members = ['open', 'high', 'low', 'close', 'start', 'lastUpdate'] as const

/**
 * The newer of two records of one period. Volume only grows, and a node's gap row, which may use its start as `lastUpdate`, has
 * none; text decides what is left, so that the order in which pages arrive does not matter.
 */
function newer(a: Candle, b: Candle): Candle {
  const order =
    compareIntegers(a.lastUpdate, b.lastUpdate) ||
    compareIntegers(a.volume, b.volume) ||
    compareIntegers(a.notional, b.notional)
  if (order !== 0) return order > 0 ? a : b
  for (const member of members) {
    if (a[member] !== b[member]) return a[member] > b[member] ? a : b
  }
  return a
}

/** Whether `a` is newer than `b`: a later period, or a later state of the same period. */
export const isNewer = (a: Candle, b: Candle | undefined): boolean =>
  b === undefined ||
  (compareIntegers(a.start, b.start) ||
    compareIntegers(a.lastUpdate, b.lastUpdate) ||
    compareIntegers(a.volume, b.volume)) > 0

/** Merges candles in any order into one ascending series with the newest record of each period; records keep their identity. */
export function mergeCandles(...lists: readonly (readonly Candle[])[]): readonly Candle[] {
  const merged: Candle[] = []
  // Pages are sorted already, which makes sorting their concatenation take linear time.
  for (const candle of lists.flat().sort((a, b) => compareIntegers(a.start, b.start))) {
    const last = merged.at(-1)
    if (last && compareIntegers(last.start, candle.start) === 0) merged[merged.length - 1] = newer(last, candle)
    else merged.push(candle)
  }
  return merged
}

/** Index of the last candle that starts at or before an instant, or -1 if all start later. Requires an ascending list. */
export function indexAt(candles: readonly Pick<Candle, 'start'>[], start: string): number {
  let low = 0
  let high = candles.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareIntegers(candles[middle]!.start, start) <= 0) low = middle + 1
    else high = middle
  }
  return low - 1
}
