import { groupDigits } from '../../format/amount.ts'
import { formatAge } from '../../format/duration.ts'
import { formatInstant, fromMilliseconds, toMilliseconds } from '../../format/time.ts'
import { connectionLook, useNodeState } from '../../entities/use-node-status.ts'
import { useNow } from '../../ui/use-now.ts'
import { heldArchive, isNowhere } from '../../client/node-fetch.ts'
import { Anchor } from '../../ui/inputs/anchor.tsx'
import { clockOffset } from '../../client/server-clock.ts'
import { preferences } from '../../preferences/preferences.ts'
import { usePreference, useZone } from '../../preferences/use-preferences.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import styles from './live-state.module.css'

/** The age of the last block, by the node's clock; `fallback` while no block is known. */
export function DataAge({ fallback = 'unknown' }: { fallback?: string }) {
  const { blockTime } = useNodeState()
  const now = useNow() + clockOffset()
  return blockTime === undefined ? fallback : formatAge(now - toMilliseconds(blockTime))
}

/** The state of the connection, as a button that pauses updates. `age` shows the age of the data instead of the word "Live". */
export function LiveState({ age = false }: { age?: boolean }) {
  const { base, phase, until } = useNodeState()
  const live = usePreference('live')
  const zone = useZone()
  const { word, icon, state } = connectionLook[phase]
  const archive = phase === 'archive' ? heldArchive() : undefined
  if (archive) {
    const blocks = `block ${groupDigits(archive.from)} to ${groupDigits(archive.to)}`
    return (
      <Anchor
        className={styles.live}
        href="/settings"
        title="Live is off: an archive does not change. Closing this tab ends it."
      >
        <Icon name={icon} size="0.875rem" />
        {age ? word : `${word}, ${blocks}, in this browser`}
      </Anchor>
    )
  }
  if (isNowhere(base)) {
    return (
      <Anchor className={styles.live} href="/settings" title="Open an archive, or name a node">
        No node
      </Anchor>
    )
  }
  const ends = until === undefined ? '' : ` until ${formatInstant(fromMilliseconds(until), zone, { date: false })}`
  const action = live ? 'Pause live updates' : 'Resume live updates'
  return (
    <button
      type="button"
      className={styles.live}
      data-state={state}
      title={`${word}${ends}. ${action} (p)`}
      aria-label={`${word}${ends}. ${action}`}
      onClick={() => preferences.set({ live: !live })}
    >
      <Icon name={icon} size="0.875rem" />
      {age && phase === 'live' ? <DataAge fallback={word} /> : `${word}${age ? '' : ends}`}
    </button>
  )
}
