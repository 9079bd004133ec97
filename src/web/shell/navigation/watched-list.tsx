import { useLocation } from '../../router/use-location.ts'
import { shortId } from '../../format/id.ts'
import { wallHref } from '../../features/spam-statistics/wall/wall-search.ts'
import { usePreferences } from '../../preferences/use-preferences.ts'
import { Anchor } from '../../ui/inputs/anchor.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { StarMark } from '../../ui/inputs/star-mark.tsx'
import { places } from './navigation-items.ts'
import styles from './navigation.module.css'
import { WatchedState } from './watched-state.tsx'

/** The watched parties with their worst limit. */
export function WatchedList({ onFollow }: { onFollow: (() => void) | undefined }) {
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
            <WatchedState partyId={id} />
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
