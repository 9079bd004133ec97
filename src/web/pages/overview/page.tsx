import { parseCandleId } from '../../../wire/candles.ts'
import { shortId } from '../../format/id.ts'
import { linkTo } from '../../link-to.ts'
import { useMarkets } from '../../entities/market/labels.ts'
import { usePreferences } from '../../preferences/use-preferences.ts'
import { Chip } from '../../ui/inputs/chip.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { StarMark } from '../../ui/inputs/star-mark.tsx'
import { MarketsPanel } from './markets-panel.tsx'
import { NetworkPanel } from './network-panel.tsx'
import styles from './page.module.css'
import recentStyles from './recent-items.module.css'
import { SearchField } from './search-field.tsx'
import { WatchedPanel } from './watched-panel.tsx'

const paths = {
  party: (id: string) => linkTo('/parties/$partyId', { partyId: id }),
  market: (id: string) => linkTo('/markets/$marketId/candles', { marketId: id }),
  candle: (id: string) => linkTo('/candles/$candleId', { candleId: id }),
} as const

function RecentItems() {
  const { recent, nicknames } = usePreferences()
  const { byId } = useMarkets()
  if (recent.length === 0) return null
  return (
    <nav className={recentStyles.recent} aria-label="Recent">
      <span aria-hidden="true">Recent</span>
      {recent.map(({ kind, id, label }) => {
        const candle = kind === 'candle' ? parseCandleId(id) : undefined
        const marketId = kind === 'market' ? id : candle?.marketId
        const name = nicknames[id] ?? label ?? byId.get(marketId ?? '')?.code
        return (
          <Chip key={`${kind} ${id}`} tone="recent" href={paths[kind](id)}>
            {kind === 'party' ? <StarMark id={id} size="1.125rem" /> : <Icon name="candles" />}
            {name ?? <code>{shortId(marketId ?? id)}</code>}
            {candle && `, ${candle.interval}`}
          </Chip>
        )
      })}
    </nav>
  )
}

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
