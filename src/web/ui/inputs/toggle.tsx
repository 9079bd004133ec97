import type { IconName } from '../icons/icon.tsx'
import { Button, type ButtonProps } from './button.tsx'
import { useShownChoice } from './use-shown-choice.ts'

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
