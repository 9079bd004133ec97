import { type ReactNode, useState } from 'react'
import { useZone } from '../../preferences/use-preferences.ts'
import { Button } from '../inputs/button.tsx'
import { DateRangePicker, TimeField } from './date-range-picker.tsx'
import { type InstantRange, rangeError } from './day-range.ts'
import styles from './range-picker.module.css'

interface RangeProps {
  range: InstantRange
  onChange: (range: InstantRange) => void
}

/** Both ends of a range, typed; nothing is requested before both can be read and the button is pressed, which closes what is open. */
function TypedRange({ range, onChange }: RangeProps) {
  const [typed, setTyped] = useState(range)
  const [readable, setReadable] = useState({ from: true, to: true })
  const wrong = rangeError(typed)
  const field = (name: 'from' | 'to') => ({
    ns: typed[name],
    onReadable: (one: boolean) => setReadable((now) => ({ ...now, [name]: one })),
    onRead: (ns: string | undefined) => {
      const { [name]: _, ...rest } = typed
      setTyped(ns === undefined ? rest : { ...rest, [name]: ns })
    },
  })
  return (
    <form
      className={styles.typed}
      onSubmit={(event) => {
        event.preventDefault()
        if (wrong || !readable.from || !readable.to) return
        // Closed first: the focus then returns to the button that opened it.
        event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
        onChange(typed)
      }}
    >
      <TimeField label="From" note="start inclusive" {...field('from')} />
      <TimeField label="To" note="end exclusive" {...field('to')} />
      {wrong && (
        <p className={styles.error} role="alert">
          {wrong}
        </p>
      )}
      <Button type="submit">Show this range</Button>
    </form>
  )
}

/** A button that opens a range: its times to be typed, and its days in a calendar. `children` come first. */
export function RangePicker(
  props: RangeProps & { label: string; trigger?: ReactNode; now: bigint; children?: ReactNode },
) {
  const { range, onChange, children, ...button } = props
  const zone = useZone()
  return (
    <DateRangePicker {...button} range={range} zone={zone} onChange={onChange}>
      <div className={styles.head}>
        {children}
        <TypedRange key={`${range.from ?? ''} ${range.to ?? ''} ${zone}`} range={range} onChange={onChange} />
      </div>
    </DateRangePicker>
  )
}
