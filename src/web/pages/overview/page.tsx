import { parseCandleId } from '../../../wire/candles.ts'
import { shortId } from '../../format/id.ts'
import { linkTo } from '../../router/link-to.ts'
import { DemoChip } from '../../entities/demo-chip.tsx'
import { useMarkets } from '../../entities/market/labels.ts'
import { usePartyNames } from '../../preferences/party-names.ts'
import { usePreference } from '../../preferences/use-preferences.ts'
import { Chip } from '../../ui/inputs/chip.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { StarMark } from '../../ui/inputs/star-mark.tsx'
import { InOrder, inOrder } from '../../ui/display/in-order.tsx'
import { MarketsPanel } from './markets-panel.tsx'
import { NetworkPanel } from './network-panel.tsx'
import styles from './page.module.css'
import recentStyles from './recent-items.module.css'
import { SearchField } from './search-field.tsx'
import { WatchRoom } from './room/watch-room.tsx'

const paths = {
  party: (id: string) => linkTo('/parties/$partyId', { partyId: id }),
  market: (id: string) => linkTo('/markets/$marketId/candles', { marketId: id }),
  candle: (id: string) => linkTo('/candles/$candleId', { candleId: id }),
} as const

function RecentItems() {
  const recent = usePreference('recent')
  const names = usePartyNames()
  const { byId } = useMarkets()
  if (recent.length === 0) return null
  return (
    <nav className={recentStyles.recent} aria-label="Recent">
      <span aria-hidden="true">Recent</span>
      {recent.map(({ kind, id, label }) => {
        const candle = kind === 'candle' ? parseCandleId(id) : undefined
        const marketId = kind === 'market' ? id : candle?.marketId
        const name = names[id] ?? label ?? byId.get(marketId ?? '')?.code
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

/** What Lyra is, in one line; and whether what it shows is invented. */
function Purpose() {
  return (
    <p className={styles.purpose}>
      Limits, margin, liquidity and ledger of any public key. Read only: no wallet, no account.
      <span className={styles.demo}>
        <DemoChip />
      </span>
    </p>
  )
}

export function OverviewPage() {
  return (
    <>
      <h1 className="visually-hidden">Overview</h1>
      <div className={styles.head}>
        <SearchField />
        <Purpose />
        <RecentItems />
      </div>
      <InOrder narrow>
        <WatchRoom />
        <div className={styles.columns} {...inOrder(true)}>
          <MarketsPanel />
          <NetworkPanel />
        </div>
      </InOrder>
    </>
  )
}
