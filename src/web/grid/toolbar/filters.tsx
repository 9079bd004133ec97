import { useId, useState, type ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { Button } from '../../ui/inputs/button.tsx'
import styles from './filters.module.css'

interface FiltersProps {
  label?: string
  /** How many are set. */
  set: number
  /** The page cannot do without them: they are open from the start. */
  needed?: boolean
  className?: string | undefined
  children: ReactNode
}

/** The filters of a list; on a phone and in a low window behind one button, which says how many are set. */
export function FilterBar({ label = 'Filters', set, needed = false, className, children }: FiltersProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const shown = open || needed
  return (
    <search aria-label={label}>
      {needed ? null : (
        <div className={styles.toggle}>
          <Button icon="filter" aria-expanded={shown} aria-controls={id} onClick={() => setOpen(!open)}>
            {set === 0 ? label : `${label}, ${set} set`}
          </Button>
        </div>
      )}
      <div id={id} className={classNames(styles.filters, className)} data-open={shown || undefined}>
        {children}
      </div>
    </search>
  )
}

/** How many of these have a value. */
export const countSet = (...values: readonly unknown[]): number => values.filter((value) => value !== undefined).length
