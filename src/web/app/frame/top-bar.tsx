import { type ComponentType, lazy, Suspense } from 'react'
import { useLocation } from '../../router/use-location.ts'
import { Anchor } from '../../ui/inputs/anchor.tsx'
import { DemoChip, LiveState } from './status-line.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { Icon, type IconName } from '../../ui/icons/icon.tsx'
import { FindButton } from '../palette/palette.tsx'
import { useNavigationHref, Navigation } from '../navigation/navigation.tsx'
import { type NavigationItem, navigationItems, showsTime } from '../navigation/navigation-items.ts'
import styles from './top-bar.module.css'
import { brandMark } from './first-frame.ts'
import { zoneName } from '../../format/time.ts'
import { usePreference, useZone } from '../../preferences/use-preferences.ts'
import type { Commands, Overlay } from '../commands.ts'
import { themeSwitch, useShownTheme } from '../theme.ts'
import { useLinkMoves } from '../../ui/overlays/share-menu.tsx'
import { Dialog } from '../dialog.tsx'
import shellStyles from '../shell.module.css'

/** Loaded only where a page shows time. Without it the page's own controls remain. */
const TimeRange = lazy(() =>
  import('./time-range.tsx').then(
    (module): { default: ComponentType<{ bare?: boolean }> } => ({ default: module.TimeRange }),
    () => ({ default: () => null }),
  ),
)

/** The picker of range and zone in the header, on pages that show time. */
export function TimeRangeSlot({ className, bare = false }: { className?: string | undefined; bare?: boolean }) {
  const { pathname, search } = useLocation()
  if (!showsTime(pathname, search)) return null
  return (
    <div className={className}>
      <Suspense>
        <TimeRange bare={bare} />
      </Suspense>
    </div>
  )
}

export function TopBar({ onFind, onMenu }: { onFind: () => void; onMenu: () => void }) {
  return (
    <header className={styles.top}>
      <Anchor href="/" className={styles.brand} aria-label="Lyra, overview">
        <BrandMark />
        <b>Lyra</b>
      </Anchor>
      <FindButton onFind={onFind} bare />
      <TimeRangeSlot className={styles.time} bare />
      <DemoChip short />
      <LiveState age />
      <Button variant="bare" icon="menu" aria-label="Menu" aria-haspopup="dialog" onClick={onMenu} />
    </header>
  )
}

const tabs: readonly [label: string, item: NavigationItem][] = [
  ['Home', navigationItems.overview],
  ['Party', navigationItems.party],
  ['Candles', navigationItems.candles],
  ['Limits', navigationItems.spam],
  ['Ledger', navigationItems.ledgerExport],
]

export function Tabs() {
  const { pathname } = useLocation()
  const href = useNavigationHref()
  return (
    <nav className={styles.tabs} aria-label="Sections">
      {tabs.map(([label, item]) => (
        <Anchor key={label} href={href(item)} aria-current={item.holds(pathname) ? 'page' : undefined}>
          <Icon name={item.icon} size="1.125rem" />
          {label}
        </Anchor>
      ))}
    </nav>
  )
}

/** Decorative beside the name. */
export const BrandMark = () => (
  <svg width="26" height="26" viewBox="2 1 22 22" aria-hidden="true" dangerouslySetInnerHTML={{ __html: brandMark }} />
)

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
    <Dialog label="Menu" className={shellStyles.menu} onClose={onClose}>
      <nav className={shellStyles.sheet} aria-label="All pages">
        <Navigation onFollow={onClose} />
      </nav>
      <section className={shellStyles.commands} aria-label="Commands">
        {entries.map(([icon, label, run]) => (
          <Button key={label} icon={icon} onClick={run}>
            {label}
          </Button>
        ))}
      </section>
    </Dialog>
  )
}
