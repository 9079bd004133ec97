import { parseCandleId } from '../../../wire/candles.ts'
import { shortId } from '../../format/id.ts'
import { linkTo } from '../../link-to.ts'
import { useMarkets } from '../../entities/market/labels.ts'
import type { Recent } from '../../preferences/preferences.ts'
import { usePreferences } from '../../preferences/use-preferences.ts'
import { Chip } from '../../ui/inputs/chip.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { StarMark } from '../../ui/inputs/star-mark.tsx'
import styles from './recent-items.module.css'

const paths = {
  party: (id: string) => linkTo('/parties/$partyId', { partyId: id }),
  market: (id: string) => linkTo('/markets/$marketId/candles', { marketId: id }),
  candle: (id: string) => linkTo('/candles/$candleId', { candleId: id }),
} as const

function RecentChip({ kind, id, label }: Recent) {
  const { nicknames } = usePreferences()
  const { byId } = useMarkets()
  const candle = kind === 'candle' ? parseCandleId(id) : undefined
  const marketId = kind === 'market' ? id : candle?.marketId
  const code = marketId === undefined ? undefined : byId.get(marketId)?.code
  const name = nicknames[id] ?? label ?? code
  return (
    <Chip tone="recent" href={paths[kind](id)}>
      {kind === 'party' ? <StarMark id={id} size="1.125rem" /> : <Icon name="candles" />}
      {name ?? <code>{shortId(marketId ?? id)}</code>}
      {candle && `, ${candle.interval}`}
    </Chip>
  )
}

export function RecentItems() {
  const { recent } = usePreferences()
  if (recent.length === 0) return null
  return (
    <nav className={styles.recent} aria-label="Recent">
      <span aria-hidden="true">Recent</span>
      {recent.map((item) => (
        <RecentChip key={`${item.kind} ${item.id}`} {...item} />
      ))}
    </nav>
  )
}
