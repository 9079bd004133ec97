import { useLocation } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import { shortId } from '../format/id.ts'
import { wallHref } from '../pages/spam-statistics/wall-search.ts'
import { usePreferences } from '../preferences/use-preferences.ts'
import { Anchor } from '../ui/anchor.tsx'
import { Icon } from '../ui/icon.tsx'
import { StarMark } from '../ui/star-mark.tsx'
import { type Place, allPlaces, places } from './places.ts'
import { useReach, useSubject } from './use-subject.ts'
import styles from './navigation.module.css'

const WatchedState = lazy(async () => ({ default: (await import('./watched-state.tsx')).WatchedState }))

/** Where a link of the navigation leads from here: lists keep what the address names, single views also what was seen last. */
export function usePlaceHref(): (place: Place) => string {
  const subject = useSubject()
  const reach = useReach()
  return (place) => place.href(place.needs ? reach : subject)
}

function PlaceLink({ place, onFollow }: { place: Place; onFollow: (() => void) | undefined }) {
  const { pathname } = useLocation()
  const href = usePlaceHref()
  return (
    <Anchor href={href(place)} aria-current={place.holds(pathname) ? 'page' : undefined} onClick={onFollow}>
      <Icon name={place.icon} />
      <span>{place.name}</span>
    </Anchor>
  )
}

function Watched({ onFollow }: { onFollow: (() => void) | undefined }) {
  const { watched, nicknames } = usePreferences()
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
            <span className={nicknames[id] === undefined ? 'mono' : undefined}>{nicknames[id] ?? shortId(id)}</span>
            <Suspense>
              <WatchedState partyId={id} />
            </Suspense>
          </Anchor>
        )
      })}
      {watched.length > 1 && (
        <Anchor href={wallHref(watched)} onClick={onFollow}>
          <Icon name="columns" />
          <span>All on one wall</span>
        </Anchor>
      )}
    </div>
  )
}

/** Every page, by what it is about, and the watched parties with their worst limit. */
export function Navigation({ onFollow }: { onFollow?: () => void }) {
  const groups = [
    ['Party', allPlaces.filter(({ group }) => group === 'party')],
    ['Market', allPlaces.filter(({ group }) => group === 'market')],
  ] as const
  return (
    <>
      <div className={styles.group}>
        <PlaceLink place={places.overview} onFollow={onFollow} />
      </div>
      {groups.map(([name, members]) => (
        <div className={styles.group} key={name}>
          <h2>{name}</h2>
          {members.map((place) => (
            <PlaceLink key={place.name} place={place} onFollow={onFollow} />
          ))}
        </div>
      ))}
      <Watched onFollow={onFollow} />
      <div className={styles.last}>
        <PlaceLink place={places.settings} onFollow={onFollow} />
      </div>
    </>
  )
}
