import { formatInstant, parseInstant, type Zone } from './time.ts'

const monthFormat = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' })

/** January to December. */
export const monthNames = Array.from({ length: 12 }, (_, month) => monthFormat.format(Date.UTC(1970, month)))

/** The year and the month, from 0, in which an instant (Unix nanoseconds) lies in the zone; raw counts as UTC. */
export function monthOf(ns: string | bigint, zone: Zone): { year: number; month: number } {
  const text = formatInstant(ns, zone === 'raw' ? 'utc' : zone, { time: false, name: false })
  const [, short = 'Jan', year = '1970'] = text.split(' ')
  return { year: Number(year), month: monthNames.findIndex((name) => name.startsWith(short.slice(0, 3))) }
}

/** Midnight of the first day of a month in the zone, in Unix nanoseconds; months count on past December. */
export function monthStart(year: number, month: number, zone: Zone): string {
  const first = new Date(Date.UTC(year, month, 1))
  const text = `${first.getUTCFullYear()}-${String(first.getUTCMonth() + 1).padStart(2, '0')}-01 00:00:00`
  return (parseInstant(text, zone === 'raw' ? 'utc' : zone) ?? 0n).toString()
}
