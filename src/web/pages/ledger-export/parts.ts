import { formatInstant, type Zone } from '../../format/time.ts'
import { monthStart } from './range.ts'
import type { Range } from './range.ts'

/** One question of a split export: a month in the reader's zone, or what of it lies in the range. */
export interface PartRange extends Range {
  label: string
}

const later = (a: string | undefined, b: string): string => (a !== undefined && BigInt(a) > BigInt(b) ? a : b)

/**
 * The months of a range, first one first. `from` must be known; an open end stays open in the last part, so that what happens
 * while the export runs is not lost. Times are Unix nanoseconds.
 */
export function monthsOf({ from, to }: Range & { from: string }, now: bigint, zone: Zone): PartRange[] {
  const parts: PartRange[] = []
  const end = to === undefined ? now : BigInt(to)
  const [year, month] = calendarMonth(from, zone)
  for (let step = 0; ; step++) {
    const start = later(from, monthStart(year, month + step, zone))
    const next = monthStart(year, month + step + 1, zone)
    const label = monthLabel(monthStart(year, month + step, zone), zone)
    if (BigInt(next) >= end) return [...parts, { label, from: start, ...(to === undefined ? {} : { to }) }]
    parts.push({ label, from: start, to: next })
  }
}

function calendarMonth(ns: string, zone: Zone): [year: number, month: number] {
  const [, month = 'Jan', year = '1970'] = formatInstant(ns, zone === 'raw' ? 'utc' : zone, {
    time: false,
    name: false,
  }).split(' ')
  return [Number(year), 'JanFebMarAprMayJunJulAugSepOctNovDec'.indexOf(month.slice(0, 3)) / 3]
}

const fullMonths = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

function monthLabel(ns: string, zone: Zone): string {
  const [year, month] = calendarMonth(ns, zone)
  return `${fullMonths[month] ?? ''} ${year}`
}

/** What a range is called when it is a calendar month, quarter or year; empty for any other. */
export function rangeLabel({ from, to }: Range, zone: Zone): string {
  if (from === undefined || to === undefined) return ''
  const [year, month] = calendarMonth(from, zone)
  if (from === monthStart(year, month, zone) && to === monthStart(year, month + 1, zone)) return monthLabel(from, zone)
  if (from === monthStart(year, 0, zone) && to === monthStart(year + 1, 0, zone)) return String(year)
  const quarter = Math.floor(month / 3)
  if (from === monthStart(year, quarter * 3, zone) && to === monthStart(year, quarter * 3 + 3, zone)) {
    return `Q${quarter + 1} ${year}`
  }
  return ''
}
