import type { Commands, Overlay } from '../commands.ts'
import { Dialog } from '../dialog.tsx'
import { MenuCommands } from './menu-commands.tsx'
import { Navigation } from '../navigation/navigation.tsx'
import styles from '../shell.module.css'

/** On small screens: every page and what the status line and the keys do elsewhere. */
export function Menu(props: { commands: Commands; onOpen: (overlay: Overlay) => void; onClose: () => void }) {
  const { commands, onOpen, onClose } = props
  return (
    <Dialog label="Menu" className={styles.menu} onClose={onClose}>
      <nav className={styles.sheet} aria-label="All pages">
        <Navigation onFollow={onClose} />
      </nav>
      <MenuCommands commands={commands} onOpen={onOpen} onClose={onClose} />
    </Dialog>
  )
}
