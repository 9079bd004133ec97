import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../inputs/button.tsx'
import { placePopup } from '../overlays/place-popup.ts'
import type { RangeCalendarProps } from './range-calendar.tsx'
import styles from './date-range-picker.module.css'
import { formatInstant, instantError, parseInstant, wholeSecond, zoneName, type Zone } from '../../format/time.ts'
import { useZone } from '../../preferences/use-preferences.ts'
import { TextField } from '../inputs/field.tsx'

const shown = (ns: string | undefined, zone: Zone): string =>
  ns === undefined ? '' : zone === 'raw' ? ns : formatInstant(ns, zone, { name: false, offset: true })

/** The same instant in the other zone: UTC for local time and the other way round. */
const inOtherZone = (ns: string | undefined, zone: Zone): string =>
  ns === undefined ? '' : `${formatInstant(ns, zone === 'utc' ? 'local' : 'utc')} · `

/** A time typed in the zone of the page; the address gets it in nanoseconds as soon as it can be read. */
export function TimeField(props: {
  label: string
  ns: string | undefined
  onRead: (ns: string | undefined) => void
  /** Whether the text is a time, or empty. */
  onReadable?: (readable: boolean) => void
  note: string
}) {
  const zone = useZone()
  const [draft, setDraft] = useState<string>()
  const text = draft ?? shown(props.ns, zone)
  const read = text.trim() === '' ? undefined : parseInstant(text, zone)
  const unreadable = text.trim() !== '' && read === undefined
  const finer = read !== undefined && read !== wholeSecond(read)
  return (
    <TextField
      label={`${props.label}, ${zoneName(zone, read)}`}
      value={text}
      placeholder="2026-11-21 00:00:00"
      hint={inOtherZone(props.ns, zone) + props.note}
      {...(finer ? { warning: 'Whole seconds only: the fraction is dropped.' } : {})}
      {...(unreadable ? { error: instantError(props.label, text) } : {})}
      onChange={(value) => {
        setDraft(value)
        const instant = parseInstant(value, zone)
        props.onReadable?.(value.trim() === '' || instant !== undefined)
        if (value.trim() === '') props.onRead(undefined)
        else if (instant !== undefined) props.onRead(wholeSecond(instant).toString())
      }}
      onBlur={() => {
        if (!unreadable) setDraft(undefined)
      }}
    />
  )
}

const NoCalendar = () => (
  <p className={styles.missing}>The calendar could not be loaded. Type the dates, or reload the page to try again.</p>
)

/** Loaded when it is first opened. The page does not depend on it: the dates can be typed. */
const RangeCalendar = lazy(() =>
  import('./range-calendar.tsx').then(
    (module) => ({ default: module.RangeCalendar }),
    () => ({ default: NoCalendar }),
  ),
)

interface DateRangePickerProps extends RangeCalendarProps {
  /** Accessible name of the button, where it shows an icon alone, and of what opens. */
  label: string
  trigger?: ReactNode
  children?: ReactNode
}

/** A button that opens a calendar, in which the first and the last day of a range are chosen. */
export function DateRangePicker({ label, trigger, children, ...calendar }: DateRangePickerProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        icon="calendar"
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={trigger === undefined ? label : undefined}
      >
        {trigger}
      </Button>
      {/* its role comes with its opening: a closed dialog in the page would tell the keys of the page that one is open */}
      <div
        id={id}
        popover="auto"
        role={open ? 'dialog' : undefined}
        aria-label={label}
        className={styles.popup}
        onToggle={(event) => {
          const opened = event.newState === 'open'
          flushSync(() => setOpen(opened))
          placePopup(event)
        }}
      >
        {open && (
          <>
            {children}
            <div className={styles.calendar}>
              <Suspense fallback={<p className={styles.missing}>Loading the calendar…</p>}>
                <RangeCalendar {...calendar} />
              </Suspense>
            </div>
          </>
        )}
      </div>
    </>
  )
}
