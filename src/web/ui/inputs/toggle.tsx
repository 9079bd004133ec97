import type { IconName } from '../icons/icon.tsx'
import { Button, type ButtonProps } from './button.tsx'
import { useShownChoice } from './use-shown-choice.ts'
import type { ReactNode } from 'react'
import styles from './switch.module.css'
import { afterPaint } from '../../router/after-paint.ts'
import { preferences } from '../../preferences/preferences.ts'
import { usePreference } from '../../preferences/use-preferences.ts'

type ToggleProps = Omit<ButtonProps, 'pressed' | 'onClick'> & {
  on: boolean
  onToggle: () => void
  /** In place of `icon` while it is on. */
  iconOn?: IconName
}

/** A button that is on or off, which it shows before the page follows. */
export function Toggle({ on, onToggle, icon, iconOn = icon, ...rest }: ToggleProps) {
  const [shown, choose] = useShownChoice(on)
  return (
    <Button
      {...rest}
      icon={shown ? iconOn : icon}
      pressed={shown}
      onClick={() => {
        choose(!on)
        onToggle()
      }}
    />
  )
}

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

interface CheckboxProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** An option of a form or a menu. It is marked before the page follows. */
export function Checkbox({ label, checked, onChange }: CheckboxProps) {
  const [shown, choose] = useShownChoice(checked)
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={shown}
        onChange={({ target }) => {
          choose(target.checked)
          onChange(target.checked)
        }}
      />
      {label}
    </label>
  )
}

/** Switches live updates for all pages and tabs; with `single` as one button. */
export function LiveToggle({ single = false }: { single?: boolean }) {
  const live = usePreference('live')
  const isArchive = usePreference('node').startsWith('archive:')
  if (isArchive) return <span className="muted">Live is off: an archive does not change</span>
  const change = (live: boolean): void => afterPaint(() => preferences.set({ live }))
  if (single) {
    return (
      <Toggle on={live} title="Follow new trades (P)" onToggle={() => change(!live)}>
        Live
      </Toggle>
    )
  }
  return (
    <Switch on={live} onChange={change}>
      Live
    </Switch>
  )
}
