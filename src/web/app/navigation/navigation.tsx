import { useLocation } from '../../router/use-location.ts'
import { Anchor } from '../../ui/inputs/anchor.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { withRange } from './carried-range.ts'
import { type Place, allPlaces, placeOf, places } from './navigation-items.ts'
import { useReach, useSubject } from './route-entity.ts'
import { WatchedList } from './watched-list.tsx'
import styles from './navigation.module.css'

/** The href of an item: lists keep the entity of the URL, single views fall back to the one seen last; time goes with it. */
export function usePlaceHref(): (place: Place) => string {
  const subject = useSubject()
  const reach = useReach()
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
