import { useLocation } from '../../router/use-location.ts'
import { Anchor } from '../../ui/inputs/anchor.tsx'
import { DemoChip } from '../../entities/demo-chip.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { TimeRangeSlot } from './time-range-slot.tsx'
import { LiveState } from './live-state.tsx'
import { FindButton } from '../palette/find-button.tsx'
import { useNavigationHref } from '../navigation/navigation.tsx'
import { type NavigationItem, navigationItems } from '../navigation/navigation-items.ts'
import styles from './top-bar.module.css'
import { brandMark } from './first-frame.ts'

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
