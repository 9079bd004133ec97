import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from '../../router/use-location.ts'
import { shortId } from '../../format/id.ts'
import { spamStatisticsQuery } from '../../features/spam-statistics/query.ts'
import { useVerdict } from '../../features/spam-statistics/verdict/use-verdict.ts'
import { wallHref } from '../../features/spam-statistics/wall/wall-search.ts'
import { useWatchedVerdict } from '../../features/spam-statistics/watcher/watcher.tsx'
import { usePartyNames } from '../../preferences/party-names.ts'
import { usePreference } from '../../preferences/use-preferences.ts'
import { StateBadge } from '../../ui/feedback/state-badge.tsx'
import { Anchor } from '../../ui/inputs/anchor.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { StarMark } from '../../ui/inputs/star-mark.tsx'
import { places } from './navigation-items.ts'
import styles from './navigation.module.css'

/** The worst limit of a party from loaded data only, without a request. `children` replace what is not loaded. */
export function KnownState({ partyId, children }: { partyId: string; children?: ReactNode }) {
  const { data, dataUpdatedAt } = useQuery({ ...spamStatisticsQuery(partyId), enabled: false })
  const verdict = useVerdict({ partyId, data, dataUpdatedAt }, { enabled: false })
  return verdict ? <StateBadge state={verdict.worst} /> : children
}

/** The worst limit of a watched party; nothing until it is loaded. */
function WatchedState({ partyId }: { partyId: string }) {
  const verdict = useWatchedVerdict(partyId)
  return verdict && <StateBadge state={verdict.worst} compact />
}

export function WatchedList({ onFollow }: { onFollow: (() => void) | undefined }) {
  const watched = usePreference('watched')
  const names = usePartyNames()
  const { pathname } = useLocation()
  if (watched.length === 0) return null
  return (
    <div className={styles.group} data-watched="">
      <h2>Watched</h2>
      {watched.map((id) => {
        const href = places.spam.href({ party: id })
        return (
          <Anchor
            key={id}
            href={href}
            title={id}
            data-id={id}
            aria-current={pathname === href ? 'page' : undefined}
            onClick={onFollow}
          >
            <StarMark id={id} />
            <span className={names[id] === undefined ? 'mono' : undefined}>{names[id] ?? shortId(id)}</span>
            <WatchedState partyId={id} />
          </Anchor>
        )
      })}
      {watched.length > 1 && (
        <Anchor href={wallHref(watched)} onClick={onFollow}>
          <Icon name="columns" />
          <span>Watch room</span>
        </Anchor>
      )}
    </div>
  )
}
