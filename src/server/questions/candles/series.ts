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

/** The gap-filled series within the bounds (wire.md 6.3); `existing` are the first and last candle. Undefined when empty. */
export function seriesOf(
  existing: Span,
  { from, to }: { from?: bigint | undefined; to?: bigint | undefined },
  step: bigint,
): Span | undefined {
  const first = from === undefined ? existing.first : bucketFrom(from, step)
  const last = to === undefined ? existing.last : bucketFrom(to, step) - step
  return first <= last ? { first, last } : undefined
}

/** What a page shows: `count` buckets from the cursor on; one between two buckets counts from the next in reading order. */
export function windowOf(
  series: Span,
  { count, descending, cursor }: { count: number; descending: boolean; cursor?: bigint | undefined },
  step: bigint,
): Span | undefined {
  const length = BigInt(count - 1) * step
  if (descending) {
    const last = cursor === undefined || cursor > series.last ? series.last : bucketAt(cursor, step)
    return overlap(series, { first: last - length, last })
  }
  const first = cursor === undefined || cursor < series.first ? series.first : bucketFrom(cursor, step)
  return overlap(series, { first, last: first + length })
}

/** Where a page of the filled series must begin, as far as bounds or cursor say it; undefined where its candles do. */
export function beginsAt(
  { from, to, cursor, descending }: Record<'from' | 'to' | 'cursor', bigint | undefined> & { descending: boolean },
  step: bigint,
): bigint | undefined {
  if (cursor !== undefined) return descending ? bucketAt(cursor, step) : bucketFrom(cursor, step)
  const bound = descending ? to : from
  return bound === undefined ? undefined : bucketFrom(bound, step) - (descending ? step : 0n)
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
