import { useState } from 'react'
import { type ChevronProps, DayPicker } from 'react-day-picker'
import { dayOf, dayStart } from '../../format/calendar.ts'
import type { Zone } from '../../format/zone.ts'
import { Icon } from '../icons/icon.tsx'
import { dateOf, type DayRange, daysOf, type InstantRange, instantsOf, isWholeDays } from './day-range.ts'
import styles from './range-calendar.module.css'
import { formatInstant, zoneName } from '../../format/time.ts'

/** The words under a calendar: what is chosen, and that the end is excluded. `first` is a day whose last one is not chosen yet. */
function calendarWords(range: InstantRange, first: DayRange | undefined, zone: Zone): string {
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

export interface RangeCalendarProps {
  range: InstantRange
  /** Whose days these are; raw counts as UTC. */
  zone: Zone
  /** Unix nanoseconds; its day is marked. */
  now: bigint
  /** Called with whole days, once the last one is chosen. */
  onChange: (range: Required<InstantRange>) => void
}

const chevrons = { left: 'chevron-left', right: 'chevron-right', up: 'chevron-down', down: 'chevron-down' } as const

const Chevron = ({ orientation = 'left' }: ChevronProps) => <Icon name={chevrons[orientation]} />

const names = {
  root: 'root',
  months: 'months',
  nav: 'nav',
  button_previous: 'step',
  button_next: 'step',
  month_caption: 'caption',
  dropdowns: 'dropdowns',
  caption_label: 'label',
  month_grid: 'grid',
  weekday: 'weekday',
  day: 'day',
  day_button: 'button',
  today: 'today',
  outside: 'outside',
  selected: 'selected',
  range_start: 'start',
  range_end: 'end',
} as const

const classNames = Object.fromEntries(Object.entries(names).map(([part, name]) => [part, styles[name] ?? '']))

/** Years that the list of years offers before this one. */
const pastYears = 10

/** A month in which the first and the last day of a range are chosen, by pointer or arrow keys. */
export function RangeCalendar({ range, zone, now, onChange }: RangeCalendarProps) {
  /** The first day, while the last one is not chosen yet. */
  const [first, setFirst] = useState<DayRange>()
  const today = dateOf(dayOf(now, zone))
  const chosen = daysOf(range, zone)
  const years = [today, ...(chosen ? [chosen.from, chosen.to ?? chosen.from] : [])].map((date) => date.getFullYear())
  return (
    <>
      <DayPicker
        mode="range"
        required
        resetOnSelect
        // As in any dialog: who opened the calendar by a key goes on in it.
        autoFocus
        showOutsideDays
        fixedWeeks
        weekStartsOn={1}
        captionLayout="dropdown"
        navLayout="around"
        startMonth={new Date(Math.min(today.getFullYear() - pastYears, ...years), 0)}
        endMonth={new Date(Math.max(...years), 11)}
        today={today}
        defaultMonth={chosen?.to ?? today}
        selected={first ?? chosen}
        onSelect={({ from, to }) => {
          if (from === undefined) return
          setFirst(to === undefined ? { from } : undefined)
          if (to !== undefined) onChange(instantsOf({ from, to }, zone))
        }}
        classNames={classNames}
        {...(first && { className: styles['open'] ?? '' })}
        components={{ Chevron }}
      />
      <p className={styles['words']} role="status">
        {calendarWords(range, first, zone)}
      </p>
    </>
  )
}
