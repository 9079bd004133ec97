import { useId, type ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'
import field from './field.module.css'
import styles from './select.module.css'
import { useShownChoice } from './use-shown-choice.ts'

export interface SelectProps<Value extends string> {
  label: ReactNode
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  hideLabel?: boolean
  disabled?: boolean
}

/** One of many, by the native list, which every keyboard, phone and screen reader supports. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, value, options, onChange, hideLabel = false, disabled } = props
  const id = useId()
  const [shown, choose] = useShownChoice(value)
  return (
    <div className={field.field}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : field.label}>
        {label}
      </label>
      <div className={styles.box}>
        <select
          id={id}
          value={shown}
          disabled={disabled}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value)
            if (!chosen) return
            choose(chosen.value)
            onChange(chosen.value)
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" />
      </div>
    </div>
  )
}
