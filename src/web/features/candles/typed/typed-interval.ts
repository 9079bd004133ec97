import type { Interval } from '../data/interval.ts'

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
