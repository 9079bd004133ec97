import { zoneName } from '../../format/time.ts'
import { usePreferences } from '../../preferences/use-preferences.ts'
import { Button } from '../../ui/inputs/button.tsx'
import type { Commands, Overlay } from '../commands.ts'
import { Dialog } from '../dialog.tsx'
import { Navigation } from '../navigation/navigation.tsx'
import styles from '../shell.module.css'

interface MenuProps {
  commands: Commands
  onOpen: (overlay: Overlay) => void
  onClose: () => void
}

/** The commands of the status line and the shortcuts. */
function MenuCommands({ commands, onOpen, onClose }: MenuProps) {
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

/** The menu of small screens: every page and command. */
export function Menu(props: MenuProps) {
  const { onClose } = props
  return (
    <Dialog label="Menu" className={styles.menu} onClose={onClose}>
      <nav className={styles.sheet} aria-label="All pages">
        <Navigation onFollow={onClose} />
      </nav>
      <MenuCommands {...props} />
    </Dialog>
  )
}
