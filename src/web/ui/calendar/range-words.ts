import { formatInstant, zoneName, type Zone } from '../../format/time.ts'
import { dayStart } from '../../format/calendar.ts'
import { type DayRange, type InstantRange, isWholeDays } from './day-range.ts'

/** The words under a calendar: what is chosen, and that the end is excluded. `first` is a day whose last one is not chosen yet. */
export function calendarWords(range: InstantRange, first: DayRange | undefined, zone: Zone): string {
  if (first) {
    const { from } = first
    const start = dayStart({ year: from.getFullYear(), month: from.getMonth(), day: from.getDate() }, zone)
    return `From ${formatInstant(start, zone === 'raw' ? 'utc' : zone, { time: false })}. Now choose the last day; it is included.`
  }
  const { from, to } = range
  if (from === undefined || to === undefined) {
    const days = zoneName(zone === 'raw' ? 'utc' : zone)
    return `Choose the first day, then the last one. Both are included, as days of ${days}.`
  }
  if (!isWholeDays(range, zone)) return 'The range has times within days. Choosing days here replaces them.'
  const shown = zone === 'raw' ? 'utc' : zone
  const day = (ns: string | bigint): string => formatInstant(ns, shown, { time: false })
  const last = BigInt(to) - 1n
  return `${day(from)} to ${day(last)}, both days included: it ends before ${formatInstant(to, shown)}.`
}
