import { type CalendarDay, dayOf, dayStart } from '../../format/calendar.ts'
import type { Zone } from '../../format/zone.ts'

/** Unix nanoseconds as text; a missing end is open. `to` is not included. */
export interface InstantRange {
  from?: string
  to?: string
}

/** First and last day, both included; without `to` the last day is not chosen yet. */
export interface DayRange {
  from: Date
  to?: Date | undefined
}

/** A calendar draws days, which have no zone: noon of the device's clock, which no change of summer time skips. */
export const dateOf = ({ year, month, day }: CalendarDay): Date => new Date(year, month, day, 12)

const dayOfDate = (date: Date): CalendarDay => ({
  year: date.getFullYear(),
  month: date.getMonth(),
  day: date.getDate(),
})

/** The days in which a range lies, partly or whole; undefined where it is open at an end or holds nothing. */
export function daysOf({ from, to }: InstantRange, zone: Zone): DayRange | undefined {
  if (from === undefined || to === undefined || BigInt(from) >= BigInt(to)) return undefined
  return { from: dateOf(dayOf(from, zone)), to: dateOf(dayOf(BigInt(to) - 1n, zone)) }
}

/** From the beginning of the first day up to, and without, the beginning of the day after the last one. */
export function instantsOf({ from, to = from }: DayRange, zone: Zone): Required<InstantRange> {
  const last = dayOfDate(to)
  return { from: dayStart(dayOfDate(from), zone), to: dayStart({ ...last, day: last.day + 1 }, zone) }
}

/** Whether a range begins and ends where days of the zone do. */
export function isWholeDays(range: InstantRange, zone: Zone): boolean {
  const days = daysOf(range, zone)
  const whole = days && instantsOf(days, zone)
  return whole !== undefined && whole.from === range.from && whole.to === range.to
}

/** What is wrong with a range, in a sentence; undefined when it is valid. */
export function rangeError({ from, to }: InstantRange): string | undefined {
  if (from === undefined || to === undefined) return undefined
  return BigInt(from) >= BigInt(to) ? 'From must be before To.' : undefined
}
