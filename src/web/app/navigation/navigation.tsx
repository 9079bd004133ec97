import { useLocation } from '../../router/use-location.ts'
import { Anchor } from '../../ui/inputs/anchor.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { withRange, type NavigationItem, keyedItems, navigationItemOf, navigationItems } from './navigation-items.ts'
import { useNavigationTarget, useRouteEntities } from './route-entities.ts'
import styles from './navigation.module.css'
import { shortId } from '../../format/id.ts'
import { maxParties, wallHref } from '../../features/spam-statistics/wall.ts'
import { useWatchedState } from '../../features/spam-statistics/watcher/watched.ts'
import { usePartyNames } from '../../preferences/party-names.ts'
import { usePreference } from '../../preferences/use-preferences.ts'
import { StateBadge } from '../../ui/feedback/state-badge.tsx'
import { StarMark } from '../../ui/inputs/star-mark.tsx'

/** The href of an item: lists keep the entity of the URL, single views fall back to the one seen last; time goes with it. */
export function useNavigationHref(): (item: NavigationItem) => string {
  const subject = useRouteEntities()
  const reach = useNavigationTarget()
  const { pathname, search } = useLocation()
  const here = navigationItemOf(pathname)
  return (item) => withRange(item.href(item.needs ? reach : subject), item, here, search)
}

function NavigationLink({ item, onFollow }: { item: NavigationItem; onFollow: (() => void) | undefined }) {
  const { pathname } = useLocation()
  const href = useNavigationHref()
  return (
    <Anchor
      href={href(item)}
      title={item.name}
      aria-current={item.holds(pathname) ? 'page' : undefined}
      onClick={onFollow}
    >
      <Icon name={item.icon} />
      <span>{item.name}</span>
    </Anchor>
  )
}

export function Navigation({ onFollow }: { onFollow?: () => void }) {
  return (
    <>
      <div className={styles.group}>
        <NavigationLink item={navigationItems.overview} onFollow={onFollow} />
      </div>
      {['Party', 'Market'].map((name) => (
        <div className={styles.group} key={name}>
          <h2>{name}</h2>
          {keyedItems
            .filter(({ group }) => group === name.toLowerCase())
            .map((item) => (
              <NavigationLink key={item.name} item={item} onFollow={onFollow} />
            ))}
        </div>
      ))}
      <WatchedList onFollow={onFollow} />
      <div className={styles.last}>
        <NavigationLink item={navigationItems.help} onFollow={onFollow} />
        <NavigationLink item={navigationItems.settings} onFollow={onFollow} />
      </div>
    </>
  )
}

/** The worst limit of a watched party; nothing until it is loaded, unknown where it is never read. */
function WatchedState({ partyId, isRead }: { partyId: string; isRead: boolean }) {
  const worst = useWatchedState(partyId)
  const state = isRead ? worst : 'unknown'
  return state && <StateBadge state={state} compact />
}

export function WatchedList({ onFollow }: { onFollow: (() => void) | undefined }) {
  const watched = usePreference('watched')
  const names = usePartyNames()
  const { pathname } = useLocation()
  if (watched.length === 0) return null
  return (
    <div className={styles.group} data-watched="">
      <h2>Watched</h2>
      {watched.map((id, at) => {
        const href = navigationItems.spam.href({ party: id })
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
            <WatchedState partyId={id} isRead={at < maxParties} />
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
