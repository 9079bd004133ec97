import type { Candle } from '../../../../wire/candles.ts'

/** Digits without sign or leading zero. */
const isPlain = (text: string): boolean => {
  const first = text.charCodeAt(0)
  return (first > 48 && first <= 57) || text === '0'
}

/** Order of two integers written as text, without losing a digit; quick for the plain form that nodes send. */
export function compareIntegers(a: string, b: string): number {
  if (a === b) return 0
  if (isPlain(a) && isPlain(b)) return a.length - b.length || (a < b ? -1 : 1)
  const [left, right] = [BigInt(a.replace('+', '')), BigInt(b.replace('+', ''))]
  return left < right ? -1 : left > right ? 1 : 0
}

/** A period without trades: prices are empty text (wire.md 6.3). */
export const isGap = ({ open, close }: Pick<Candle, 'open' | 'close'>): boolean => open === '' || close === ''

const members = ['open', 'high', 'low', 'close', 'start', 'lastUpdate'] as const

/**
 * Which of two records of one period is newer. Later `lastUpdate` first; a node's gap row may carry the start itself
 * as `lastUpdate`, so trades beat their absence, and more volume beats less (it only grows). What remains is decided
 * by the text, so that the order in which pages arrive never matters.
 */
function newer(a: Candle, b: Candle): Candle {
  const order =
    compareIntegers(a.lastUpdate, b.lastUpdate) ||
    Number(!isGap(a)) - Number(!isGap(b)) ||
    compareIntegers(a.volume, b.volume) ||
    compareIntegers(a.notional, b.notional)
  if (order !== 0) return order > 0 ? a : b
  for (const member of members) {
    if (a[member] !== b[member]) return a[member] > b[member] ? a : b
  }
  return a
}

/** Lists that were made here: they ascend, and nobody changes them. */
const made = new WeakSet<readonly Candle[]>()

/** Ascending and unique, whatever order it came in. A page in either order is not sorted again. */
function ascending(candles: readonly Candle[]): readonly Candle[] {
  if (made.has(candles)) return candles
  let rising = true
  let falling = true
  for (let index = 1; index < candles.length && (rising || falling); index++) {
    const order = compareIntegers(candles[index - 1]!.start, candles[index]!.start)
    if (order >= 0) rising = false
    if (order <= 0) falling = false
  }
  if (rising) return candles
  if (falling) return candles.toReversed()
  const sorted = candles.toSorted((a, b) => compareIntegers(a.start, b.start))
  const unique: Candle[] = []
  for (const candle of sorted) {
    const last = unique.at(-1)
    if (last && compareIntegers(last.start, candle.start) === 0) unique[unique.length - 1] = newer(last, candle)
    else unique.push(candle)
  }
  return unique
}

/**
 * One series from what is held and what arrives: ascending by `start`, one record per period, the later `lastUpdate`
 * wins. Input may descend, overlap and repeat; neither list is changed, and a record that stays is the same object.
 */
export function mergeCandles(held: readonly Candle[], arriving: readonly Candle[]): readonly Candle[] {
  const merged = merge(ascending(held), ascending(arriving))
  made.add(merged)
  return merged
}

function merge(left: readonly Candle[], right: readonly Candle[]): readonly Candle[] {
  if (left.length === 0) return right
  if (right.length === 0) return left
  // A page beyond either end is the usual case, and the longer the history the more there is to save.
  if (compareIntegers(left.at(-1)!.start, right[0]!.start) < 0) return [...left, ...right]
  if (compareIntegers(right.at(-1)!.start, left[0]!.start) < 0) return [...right, ...left]
  const merged: Candle[] = []
  let l = 0
  let r = 0
  while (l < left.length && r < right.length) {
    const [a, b] = [left[l]!, right[r]!]
    const order = compareIntegers(a.start, b.start)
    if (order === 0) {
      merged.push(newer(a, b))
      l++
      r++
    } else if (order < 0) {
      merged.push(a)
      l++
    } else {
      merged.push(b)
      r++
    }
  }
  while (l < left.length) merged.push(left[l++]!)
  while (r < right.length) merged.push(right[r++]!)
  return merged
}

/** Index of the last candle that starts at or before an instant, -1 when all are later. The list ascends. */
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
