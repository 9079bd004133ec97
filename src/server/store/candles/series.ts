import { bucketStart, nextBucketStart } from '../../../wire/candle-interval.ts'

/** Start of the bucket that holds the instant, all in microseconds, as the database counts. */
export const bucketAt = (instant: bigint, step: bigint): bigint => bucketStart(instant * 1000n, step * 1000n) / 1000n

/** Start of the first bucket that does not start before the instant, all in microseconds. */
export const bucketFrom = (instant: bigint, step: bigint): bigint =>
  nextBucketStart(instant * 1000n, step * 1000n) / 1000n

/** First and last bucket start, both included, in Unix microseconds. */
export interface Span {
  first: bigint
  last: bigint
}

/**
 * The gap-filled series of a market: from `from`, or its first candle, to the bucket before `to`, or its last candle
 * (wire.md 6.3). `existing` are its first and last candle. Undefined when nothing is in it.
 */
export function seriesOf(
  existing: Span,
  { from, to }: { from?: bigint | undefined; to?: bigint | undefined },
  step: bigint,
): Span | undefined {
  const first = from === undefined ? existing.first : bucketFrom(from, step)
  const last = to === undefined ? existing.last : bucketFrom(to, step) - step
  return first <= last ? { first, last } : undefined
}

/**
 * The part of the series that a page can show, so that only it is ever filled: `count` buckets from the cursor on, or
 * from the end where reading starts. A cursor between two buckets counts from the next one in reading order.
 */
export function windowOf(
  { first, last }: Span,
  { count, descending, cursor }: { count: number; descending: boolean; cursor?: bigint | undefined },
  step: bigint,
): Span | undefined {
  const length = BigInt(count - 1) * step
  if (descending) {
    const end = cursor === undefined ? last : bucketAt(cursor, step)
    const newest = end < last ? end : last
    const oldest = newest - length
    return newest < first ? undefined : { first: oldest > first ? oldest : first, last: newest }
  }
  const start = cursor === undefined ? first : bucketFrom(cursor, step)
  const oldest = start > first ? start : first
  const newest = oldest + length
  return oldest > last ? undefined : { first: oldest, last: newest < last ? newest : last }
}

/** What two spans have in common; undefined when that is nothing. */
export function overlap(a: Span, b: Span): Span | undefined {
  const first = a.first > b.first ? a.first : b.first
  const last = a.last < b.last ? a.last : b.last
  return first <= last ? { first, last } : undefined
}

/** A span cut into windows in reading order; the first is `width` microseconds long, each other twice the one before it. */
export function* doublingWindows({ first, last }: Span, descending: boolean, width: bigint): Generator<Span> {
  for (let [low, high, length] = [first, last, width]; low <= high; length *= 2n) {
    const window = descending
      ? { first: high - length + 1n > low ? high - length + 1n : low, last: high }
      : { first: low, last: low + length - 1n < high ? low + length - 1n : high }
    yield window
    if (descending) high = window.first - 1n
    else low = window.last + 1n
  }
}
