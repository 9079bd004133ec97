import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../inputs/button.tsx'
import { placePopup } from '../overlays/place-popup.ts'
import type { RangeCalendarProps } from './range-calendar.tsx'
import styles from './date-range-picker.module.css'

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
  /** Above the calendar. */
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
          if (opened) placePopup(event.currentTarget)
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
