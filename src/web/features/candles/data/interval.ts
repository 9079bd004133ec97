/** What the page knows about one interval of a market. The wire's own name stays the key (wire.md 6.1). */
export interface Interval {
  /** The wire's words, such as `15 minutes` or `block`. */
  name: string
  candleId: string
  /** `15m`, `1h`, `7D`; the wire's words when they are not of that form. */
  label: string
  /** Nanoseconds; undefined when periods have no fixed length (`block`, months). */
  length: bigint | undefined
}

const second = 1_000_000_000n
const units: Readonly<Record<string, readonly [letter: string, length: bigint]>> = {
  second: ['s', second],
  minute: ['m', 60n * second],
  hour: ['h', 3600n * second],
  day: ['D', 86_400n * second],
  week: ['W', 604_800n * second],
}

/** The intervals every node of the network has by default, for nodes that do not list theirs. */
export const defaultIntervals = [
  'block',
  '1 minute',
  '5 minutes',
  '15 minutes',
  '30 minutes',
  '1 hour',
  '4 hours',
  '6 hours',
  '8 hours',
  '12 hours',
  '1 day',
  '7 days',
] as const

/** Reads an interval's words and its candle id. */
export function readInterval(name: string, candleId: string): Interval {
  const [, count, word] = /^(\d+) ([a-z]+?)s?$/.exec(name) ?? []
  const unit = units[word ?? '']
  if (!count || !unit) return { name, candleId, label: name, length: undefined }
  return { name, candleId, label: `${count}${unit[0]}`, length: BigInt(count) * unit[1] }
}

const written: Readonly<Record<string, string>> = { second: 's', minute: 'min', hour: 'h', day: 'day', week: 'week' }

/** An interval before the word "candles": `1 min`, `4 h`, `7 day`, `block`. */
export function candleWords({ name }: Pick<Interval, 'name'>): string {
  const [, count, word = ''] = /^(\d+) ([a-z]+?)s?$/.exec(name) ?? []
  return count !== undefined && word in written ? `${count} ${written[word]}` : name
}

/** `block` first, then shortest to longest; lengths we cannot read stand last, by name. */
export function byLength(a: Interval, b: Interval): number {
  if (a.length !== undefined && b.length !== undefined) return a.length < b.length ? -1 : a.length > b.length ? 1 : 0
  const rank = (interval: Interval): number => (interval.name === 'block' ? 0 : interval.length === undefined ? 2 : 1)
  return rank(a) - rank(b) || a.name.localeCompare(b.name)
}

/** The interval an address names, by the wire's words or by its label. */
export const namedInterval = (intervals: readonly Interval[], name: string | undefined): Interval | undefined =>
  intervals.find((interval) => interval.name === name || interval.label === name)

/** The interval an address names; else one hour, else the middle one. */
export function findInterval(intervals: readonly Interval[], name: string | undefined): Interval | undefined {
  return (
    namedInterval(intervals, name) ??
    intervals.find((interval) => interval.name === '1 hour') ??
    intervals[Math.floor(intervals.length / 2)]
  )
}

/** Buckets are counted from Monday 2000-01-03 00:00 UTC (wire.md 6.2). */
const origin = 946_857_600n * second

/** The start of the bucket that holds an instant (both Unix nanoseconds). */
export function alignDown(instant: bigint, length: bigint): bigint {
  const past = (instant - origin) % length
  return instant - (past < 0n ? past + length : past)
}

/** How many periods of an interval a span covers, rounded up; undefined without a fixed length. */
export const periodsIn = (span: bigint, interval: Interval): number | undefined =>
  interval.length === undefined ? undefined : Number((span + interval.length - 1n) / interval.length)

/**
 * The interval to draw a span with: the wanted one when it stays within `most` bars, else the next longer one that
 * does, else the longest.
 */
export function fitInterval(intervals: readonly Interval[], wanted: Interval, span: bigint, most: number): Interval {
  const fits = (interval: Interval): boolean => (periodsIn(span, interval) ?? Number.POSITIVE_INFINITY) <= most
  if (fits(wanted)) return wanted
  const longer = intervals.filter(({ length }) => length !== undefined && length > (wanted.length ?? 0n)).sort(byLength)
  return longer.find(fits) ?? longer.at(-1) ?? wanted
}
