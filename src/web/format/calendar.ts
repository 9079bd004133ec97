import { fromMilliseconds, toMilliseconds, type Zone } from './time.ts'
import { instantOf, timeZoneOf, wallAt } from './zone.ts'

const monthFormat = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' })

export const monthNames = Array.from({ length: 12 }, (_, month) => monthFormat.format(Date.UTC(1970, month)))

/** The year and the month, from 0, in which an instant (Unix nanoseconds) lies in the zone; raw counts as UTC. */
export function monthOf(ns: string | bigint, zone: Zone): { year: number; month: number } {
  const wall = wallAt(toMilliseconds(BigInt(ns)), timeZoneOf(zone))
  return { year: wall.getUTCFullYear(), month: wall.getUTCMonth() }
}

/** Midnight of the first day of a month in the zone, in Unix nanoseconds; months count on past December. */
export const monthStart = (year: number, month: number, zone: Zone): string =>
  fromMilliseconds(instantOf(new Date(Date.UTC(year, month, 1)), timeZoneOf(zone))).toString()

/** A day of the calendar; months count from 0. */
export interface CalendarDay {
  year: number
  month: number
  day: number
}

/** The day in which an instant (Unix nanoseconds) lies in the zone; raw counts as UTC. */
export function dayOf(ns: string | bigint, zone: Zone): CalendarDay {
  const wall = wallAt(toMilliseconds(BigInt(ns)), timeZoneOf(zone))
  return { year: wall.getUTCFullYear(), month: wall.getUTCMonth(), day: wall.getUTCDate() }
}

/** Where a day begins in the zone, in Unix nanoseconds; days count on past the end of a month. */
export const dayStart = ({ year, month, day }: CalendarDay, zone: Zone): string =>
  fromMilliseconds(instantOf(new Date(Date.UTC(year, month, day)), timeZoneOf(zone))).toString()
