import { type ReactNode, useLayoutEffect, useRef } from 'react'
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
  const line = useRef<HTMLFieldSetElement>(null)
  useLayoutEffect(() => {
    const pressed = line.current?.querySelector<HTMLElement>('[aria-pressed=true]')
    // On a phone the line is longer than its place.
    if (line.current && pressed)
      line.current.scrollLeft = pressed.offsetLeft - (line.current.clientWidth - pressed.offsetWidth) / 2
  }, [shown])
  return (
    <fieldset ref={line} className={styles.segmented} aria-label={label}>
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
