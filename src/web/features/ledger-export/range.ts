import { monthNames, monthOf, monthStart } from '../../format/calendar.ts'
import { wholeSecond, type Zone } from '../../format/time.ts'
import type { InstantRange } from '../../ui/calendar/day-range.ts'

export type Preset = 'day' | 'week' | 'this-month' | 'last-month' | 'quarter' | 'year' | 'all'

export const presets: readonly { value: Preset; label: string }[] = [
  { value: 'day', label: '24 h' },
  { value: 'week', label: '7 d' },
  { value: 'this-month', label: 'This month' },
  { value: 'last-month', label: 'Last month' },
  { value: 'quarter', label: 'Quarter' },
  { value: 'year', label: 'Year' },
  { value: 'all', label: 'All' },
]

const second = 1_000_000_000n
const day = 86_400n * second

/** Entries are selected by whole seconds (wire.md 5.3): the start is rounded down (`wholeSecond`), the end up. */
const up = (ns: bigint): bigint => wholeSecond(ns + second - 1n)

/** The name of a preset at `now`: `February`, `Q1`, `2024`; with the year where it may not be the current one. */
export function presetName(preset: Preset, now: bigint, zone: Zone, withYear: boolean): string {
  const label = presets.find(({ value }) => value === preset)?.label ?? preset
  const { from } = presetRange(preset, now, zone)
  if (from === undefined || preset === 'week' || preset === 'day') return label
  const { year, month } = monthOf(from, zone)
  if (preset === 'year') return String(year)
  const name = preset === 'quarter' ? `Q${Math.floor(month / 3) + 1}` : (monthNames[month] ?? label)
  return withYear ? `${name} ${year}` : name
}

/** The range of a preset at `now` (Unix nanoseconds), months and years by the calendar of the zone. */
export function presetRange(preset: Preset, now: bigint, zone: Zone): InstantRange {
  const { year, month } = monthOf(now, zone)
  const start = (back: number) => monthStart(year, month + back, zone)
  switch (preset) {
    case 'all':
      return {}
    case 'day':
      return { from: wholeSecond(now - day).toString(), to: up(now + 1n).toString() }
    case 'week':
      return { from: wholeSecond(now - 7n * day).toString(), to: up(now + 1n).toString() }
    case 'this-month':
      return { from: start(0), to: start(1) }
    case 'last-month':
      return { from: start(-1), to: start(0) }
    case 'quarter':
      return { from: start(-(month % 3)), to: start(3 - (month % 3)) }
    case 'year':
      return { from: monthStart(year, 0, zone), to: monthStart(year + 1, 0, zone) }
  }
}

const isSame = (a: InstantRange, b: InstantRange): boolean => a.from === b.from && a.to === b.to

/** Which preset a range is, so that its button shows pressed. The moving ones (24 h, 7 d) match by length. */
export const presetOf = (range: InstantRange, now: bigint, zone: Zone): Preset | undefined =>
  presets.find(({ value }) => isSame(presetRange(value, now, zone), range))?.value

/** The name of a calendar month, quarter or year; empty for any other range. */
export function rangeLabel(range: InstantRange, zone: Zone): string {
  if (range.from === undefined) return ''
  const start = BigInt(range.from)
  const calendar = (['this-month', 'quarter', 'year'] as const).find((preset) =>
    isSame(presetRange(preset, start, zone), range),
  )
  return calendar ? presetName(calendar, start, zone, true) : ''
}
