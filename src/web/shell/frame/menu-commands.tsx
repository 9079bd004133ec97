import { zoneName } from '../../format/time.ts'
import { usePreferences } from '../../preferences/use-preferences.ts'
import { Button } from '../../ui/inputs/button.tsx'
import type { Commands, Overlay } from '../commands.ts'
import styles from './menu-commands.module.css'

interface MenuCommandsProps {
  commands: Commands
  onOpen: (overlay: Overlay) => void
  onClose: () => void
}

/** On small screens: what the status line and the keys do elsewhere. */
export function MenuCommands({ commands, onOpen, onClose }: MenuCommandsProps) {
  const { zone, live } = usePreferences()
  const after = (run: () => void) => () => {
    onClose()
    run()
  }
  return (
    <section className={styles.commands} aria-label="Commands">
      <Button icon="link" onClick={after(commands.copyLink)}>
        Copy link
      </Button>
      <Button icon="star" onClick={() => onOpen('save')}>
        Save this view
      </Button>
      <Button icon="refresh" onClick={after(commands.refresh)}>
        Ask again
      </Button>
      <Button icon={live ? 'pause' : 'play'} onClick={after(commands.pause)}>
        {live ? 'Pause' : 'Go on'}
      </Button>
      <Button icon="clock" onClick={after(commands.zone)}>
        {zoneName(zone)}
      </Button>
      <Button icon="question" onClick={() => onOpen('keys')}>
        Keys
      </Button>
    </section>
  )
}
