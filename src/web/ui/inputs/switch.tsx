import type { ReactNode } from 'react'
import styles from './switch.module.css'
import { useShownChoice } from './use-shown-choice.ts'

interface SwitchProps {
  on: boolean
  onChange: (on: boolean) => void
  /** Its name, at its left. */
  children: ReactNode
}

/** What is on or off for good, as against `Toggle`, which shows or hides. It moves before the page follows. */
export function Switch({ on, onChange, children }: SwitchProps) {
  const [shown, choose] = useShownChoice(on)
  return (
    <button
      type="button"
      role="switch"
      aria-checked={shown}
      className={styles.switch}
      onClick={() => {
        choose(!on)
        onChange(!on)
      }}
    >
      {children}
      <i aria-hidden="true" />
    </button>
  )
}
