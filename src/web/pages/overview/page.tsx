import { MarketsPanel } from './markets-panel.tsx'
import { NetworkPanel } from './network-panel.tsx'
import styles from './page.module.css'
import { RecentItems } from './recent-items.tsx'
import { SearchField } from './search-field.tsx'
import { WatchedPanel } from './watched-panel.tsx'

export function OverviewPage() {
  return (
    <>
      <h1 className="visually-hidden">Overview</h1>
      <SearchField />
      <RecentItems />
      <NetworkPanel />
      <div className={styles.columns}>
        <WatchedPanel />
        <MarketsPanel />
      </div>
    </>
  )
}
