import { compareIntervals, intervalLabel, intervalLength } from '../../../../wire/candle-interval.ts'

/** One interval of a market. The wire name remains the key (wire.md 6.1). */
export interface Interval {
  name: string
  candleId: string
  /** `15m`, `1h`, `7D`; the wire name if it does not have that form. */
  label: string
  /** Nanoseconds; undefined for periods without a fixed length (`block`, months). */
  length: bigint | undefined
}

export function readInterval(name: string, candleId: string): Interval {
  return { name, candleId, label: intervalLabel(name), length: intervalLength(name) }
}

const written: Readonly<Record<string, string>> = { second: 's', minute: 'min', hour: 'h', day: 'day', week: 'week' }

/** An interval as prefix of the word "candles": `1 min`, `4 h`, `7 day`, `block`. */
export function candleWords({ name }: Pick<Interval, 'name'>): string {
  const [, count, word = ''] = /^(\d+) ([a-z]+?)s?$/.exec(name) ?? []
  return count !== undefined && word in written ? `${count} ${written[word]}` : name
}

export const namedInterval = (intervals: readonly Interval[], name: string | undefined): Interval | undefined =>
  intervals.find((interval) => interval.name === name || interval.label === name)

/** The interval named in the URL; otherwise one hour, otherwise the middle of the list. */
export function findInterval(intervals: readonly Interval[], name: string | undefined): Interval | undefined {
  return (
    namedInterval(intervals, name) ??
    intervals.find((interval) => interval.name === '1 hour') ??
    intervals[Math.floor(intervals.length / 2)]
  )
}

export const periodsIn = (span: bigint, interval: Interval): number | undefined =>
  interval.length === undefined ? undefined : Number((span + interval.length - 1n) / interval.length)

/** The intervals of a fixed length that are longer than another, shortest first. */
export const longerThan = (
  { length: minimum = 0n }: Pick<Interval, 'length'>,
  intervals: readonly Interval[],
): Interval[] => intervals.filter(({ length }) => length !== undefined && length > minimum).sort(compareIntervals)

/** The wanted interval if it needs at most `max` bars for a span, else the next longer one, or the longest. */
export function fitInterval(intervals: readonly Interval[], wanted: Interval, span: bigint, max: number): Interval {
  const fits = (interval: Interval): boolean => (periodsIn(span, interval) ?? Number.POSITIVE_INFINITY) <= max
  if (fits(wanted)) return wanted
  const longer = longerThan(wanted, intervals)
  return longer.find(fits) ?? longer.at(-1) ?? wanted
}

const second = 1_000_000_000n
const units: Readonly<Record<string, bigint>> = {
  s: second,
  m: 60n * second,
  h: 3600n * second,
  d: 86_400n * second,
  w: 604_800n * second,
}

/** The length that a text such as `5m`, `4 h`, `1D`, `60` (minutes) or `D` names, in nanoseconds. */
export function typedLength(text: string): bigint | undefined {
  const [, count = '', unit = ''] = /^(\d{0,6}) ?([smhdw]?)[a-z]*$/i.exec(text.trim()) ?? []
  if (count === '' && unit === '') return undefined
  const length = BigInt(count === '' ? '1' : count) * (units[unit.toLowerCase() || 'm'] ?? 0n)
  return length > 0n ? length : undefined
}

/** The intervals that a typed text may mean: the one of that length first, then those whose names begin like it. */
export function typedIntervals(text: string, intervals: readonly Interval[]): Interval[] {
  const typed = text.trim().toLowerCase()
  if (typed === '') return []
  const length = typedLength(typed)
  const exact = intervals.filter((interval) => length !== undefined && interval.length === length)
  const begun = intervals.filter(
    (interval) =>
      !exact.includes(interval) &&
      (interval.label.toLowerCase().startsWith(typed) || interval.name.toLowerCase().startsWith(typed)),
  )
  return [...exact, ...begun]
}

/** The one interval that a text names without doubt: no other could still be meant by typing on. */
export function namedByText(text: string, intervals: readonly Interval[]): Interval | undefined {
  const length = typedLength(text)
  return intervals.find((interval) => length !== undefined && interval.length === length)
}
