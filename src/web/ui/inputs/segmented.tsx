import type { ReactNode } from 'react'
import styles from './segmented.module.css'
import { useShownChoice } from './use-shown-choice.ts'

export interface SegmentedProps<Value extends string> {
  label: string
  options: readonly { value: Value; label: ReactNode }[]
  value: Value | undefined
  onChange: (value: Value) => void
}

/** Two to twelve choices, one of them active. */
export function Segmented<Value extends string>({ label, options, value, onChange }: SegmentedProps<Value>) {
  const [shown, choose] = useShownChoice(value)
  return (
    <fieldset className={styles.segmented} aria-label={label}>
      {options.map((option) => (
        <button
          type="button"
          key={option.value}
          aria-pressed={option.value === shown}
          onClick={() => {
            choose(option.value)
            onChange(option.value)
          }}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
