import { useLocation } from '../../router/use-location.ts'
import { Anchor } from '../../ui/inputs/anchor.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { withRange } from './carried-range.ts'
import { type Place, allPlaces, placeOf, places } from './navigation-items.ts'
import { useNavigationTarget, useSubject } from './route-entity.ts'
import styles from './navigation.module.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { shortId } from '../../format/id.ts'
import { spamStatisticsQuery } from '../../features/spam-statistics/query.ts'
import { useVerdict } from '../../features/spam-statistics/verdict/use-verdict.ts'
import { wallHref } from '../../features/spam-statistics/wall/wall-search.ts'
import { useWatchedVerdict } from '../../features/spam-statistics/watcher/watcher.tsx'
import { usePartyNames } from '../../preferences/party-names.ts'
import { usePreference } from '../../preferences/use-preferences.ts'
import { StateBadge } from '../../ui/feedback/state-badge.tsx'
import { StarMark } from '../../ui/inputs/star-mark.tsx'

/** The href of an item: lists keep the entity of the URL, single views fall back to the one seen last; time goes with it. */
export function usePlaceHref(): (place: Place) => string {
  const subject = useSubject()
  const reach = useNavigationTarget()
  const { pathname, search } = useLocation()
  const here = placeOf(pathname)
  return (place) => withRange(place.href(place.needs ? reach : subject), place, here, search)
}

function PlaceLink({ place, onFollow }: { place: Place; onFollow: (() => void) | undefined }) {
  const { pathname } = useLocation()
  const href = usePlaceHref()
  return (
    <Anchor
      href={href(place)}
      title={place.name}
      aria-current={place.holds(pathname) ? 'page' : undefined}
      onClick={onFollow}
    >
      <Icon name={place.icon} />
      <span>{place.name}</span>
    </Anchor>
  )
}

export function Navigation({ onFollow }: { onFollow?: () => void }) {
  return (
    <>
      <div className={styles.group}>
        <PlaceLink place={places.overview} onFollow={onFollow} />
      </div>
      {['Party', 'Market'].map((name) => (
        <div className={styles.group} key={name}>
          <h2>{name}</h2>
          {allPlaces
            .filter(({ group }) => group === name.toLowerCase())
            .map((place) => (
              <PlaceLink key={place.name} place={place} onFollow={onFollow} />
            ))}
        </div>
      ))}
      <WatchedList onFollow={onFollow} />
      <div className={styles.last}>
        <PlaceLink place={places.help} onFollow={onFollow} />
        <PlaceLink place={places.settings} onFollow={onFollow} />
      </div>
    </>
  )
}

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
