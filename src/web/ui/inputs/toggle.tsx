import { Button, type ButtonProps } from './button.tsx'
import { useShownChoice } from './use-shown-choice.ts'

/** A button that is on or off, of something that the address holds. */
export function Toggle({
  on,
  onToggle,
  ...rest
}: Omit<ButtonProps, 'pressed' | 'onClick'> & { on: boolean; onToggle: () => void }) {
  const [shown, choose] = useShownChoice(on)
  return (
    <Button
      {...rest}
      pressed={shown}
      onClick={() => {
        choose(!on)
        onToggle()
      }}
    />
  )
}
