import { useLocation } from '../../router/use-location.ts'
import { Anchor } from '../../ui/inputs/anchor.tsx'
import { DemoChip } from '../../entities/demo-chip.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { TimeRangeSlot } from './time-range-slot.tsx'
import { LiveState } from './live-state.tsx'
import { FindButton } from '../palette/find-button.tsx'
import { usePlaceHref } from '../navigation/navigation.tsx'
import { type Place, places } from '../navigation/navigation-items.ts'
import styles from './mobile-shell.module.css'
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

const tabs: readonly [label: string, place: Place][] = [
  ['Home', places.overview],
  ['Party', places.party],
  ['Candles', places.candles],
  ['Limits', places.spam],
  ['Ledger', places.ledgerExport],
]

export function Tabs() {
  const { pathname } = useLocation()
  const href = usePlaceHref()
  return (
    <nav className={styles.tabs} aria-label="Sections">
      {tabs.map(([label, place]) => (
        <Anchor key={label} href={href(place)} aria-current={place.holds(pathname) ? 'page' : undefined}>
          <Icon name={place.icon} size="1.125rem" />
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
