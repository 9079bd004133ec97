import { zoneName } from '../../format/time.ts'
import { usePreference, useZone } from '../../preferences/use-preferences.ts'
import type { IconName } from '../../ui/icons/icon.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import type { Commands, Overlay } from '../commands.ts'
import { themeSwitch, useShownTheme } from '../theme.ts'
import { useLinkMoves } from '../../ui/frozen-link.ts'
import { Dialog } from '../dialog.tsx'
import { Navigation } from '../navigation/navigation.tsx'
import styles from '../shell.module.css'

/** Every page and command, for small screens. */
export function MobileMenu(props: { commands: Commands; onOpen: (overlay: Overlay) => void; onClose: () => void }) {
  const { commands, onOpen, onClose } = props
  const live = usePreference('live')
  const zone = useZone()
  const moves = useLinkMoves()
  const theme = themeSwitch(useShownTheme())
  const after = (run: () => void) => () => {
    onClose()
    run()
  }
  const entries: readonly (readonly [icon: IconName, label: string, run: () => void])[] = [
    ['link', 'Copy link', after(commands.copyLink)],
    ...(moves ? [['play', 'Copy link that keeps moving', after(commands.copyMoving)] as const] : []),
    ['star', 'Save this view', () => onOpen('save')],
    ['refresh', 'Refresh', after(commands.refresh)],
    [live ? 'pause' : 'play', live ? 'Pause live updates' : 'Resume live updates', after(commands.pause)],
    ['clock', `Time zone: ${zoneName(zone)}`, after(commands.zone)],
    [theme.icon, theme.label, after(theme.run)],
    ['question', 'Keyboard shortcuts', () => onOpen('keys')],
  ]
  return (
    <Dialog label="Menu" className={styles.menu} onClose={onClose}>
      <nav className={styles.sheet} aria-label="All pages">
        <Navigation onFollow={onClose} />
      </nav>
      <section className={styles.commands} aria-label="Commands">
        {entries.map(([icon, label, run]) => (
          <Button key={label} icon={icon} onClick={run}>
            {label}
          </Button>
        ))}
      </section>
    </Dialog>
  )
}
