import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import styles from './field.module.css'

export interface TextFieldProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'value' | 'onChange' | 'className' | 'id' | 'aria-invalid' | 'aria-describedby'
> {
  label: ReactNode
  ref?: Ref<HTMLInputElement>
  value: string
  onChange: (value: string) => void
  hint?: ReactNode
  /** Must be corrected before the form can be sent. */
  error?: ReactNode
  /** Looks wrong but may be sent. */
  warning?: ReactNode
  /** For ids, addresses and numbers. */
  mono?: boolean
  /** Shows the label to assistive technology only. */
  hideLabel?: boolean
  /** At the right inside the box: a unit, a button. */
  end?: ReactNode
}

/** One line of text with its label, and below it the error, warning or hint. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, hint, error, warning, mono = false, hideLabel = false, end, ...rest } = props
  const id = useId()
  const note = error ?? warning ?? hint
  const state = error ? 'limit' : warning ? 'near' : undefined
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <div className={styles.box} data-state={state}>
        <input
          type="text"
          spellCheck={false}
          autoComplete="off"
          {...rest}
          id={id}
          className={mono ? 'mono' : undefined}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
        />
        {end}
      </div>
      {note && (
        <p className={styles.note} id={`${id}-note`} data-state={state}>
          {note}
        </p>
      )}
    </div>
  )
}
