import { monthNames, monthOf, monthStart } from '../../format/calendar.ts'
import type { Zone } from '../../format/time.ts'
import type { Range } from './range.ts'

/** One question of a split export: a month in the reader's zone, or what of it lies in the range. */
export interface PartRange extends Range {
  label: string
}

/** The later of two times, of which the first may be open. */
export const later = (a: string | undefined, b: string): string => (a !== undefined && BigInt(a) > BigInt(b) ? a : b)

/**
 * The months of a range, first one first. `from` must be known; an open end stays open in the last part, so that what happens
 * while the export runs is not lost. Times are Unix nanoseconds.
 */
export function monthsOf({ from, to }: Range & { from: string }, now: bigint, zone: Zone): PartRange[] {
  const parts: PartRange[] = []
  const end = to === undefined ? now : BigInt(to)
  const { year, month } = monthOf(from, zone)
  for (let step = 0; ; step++) {
    const start = later(from, monthStart(year, month + step, zone))
    const next = monthStart(year, month + step + 1, zone)
    const label = monthLabel(monthStart(year, month + step, zone), zone)
    if (BigInt(next) >= end) return [...parts, { label, from: start, ...(to === undefined ? {} : { to }) }]
    parts.push({ label, from: start, to: next })
  }
}

function monthLabel(ns: string, zone: Zone): string {
  const { year, month } = monthOf(ns, zone)
  return `${monthNames[month] ?? ''} ${year}`
}

/** What a range is called when it is a calendar month, quarter or year; empty for any other. */
export function rangeLabel({ from, to }: Range, zone: Zone): string {
  if (from === undefined || to === undefined) return ''
  const { year, month } = monthOf(from, zone)
  if (from === monthStart(year, month, zone) && to === monthStart(year, month + 1, zone)) return monthLabel(from, zone)
  if (from === monthStart(year, 0, zone) && to === monthStart(year + 1, 0, zone)) return String(year)
  const quarter = Math.floor(month / 3)
  if (from === monthStart(year, quarter * 3, zone) && to === monthStart(year, quarter * 3 + 3, zone)) {
    return `Q${quarter + 1} ${year}`
  }
  return ''
}
