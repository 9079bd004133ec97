import { formatCountdown, formatAge } from '../../format/duration.ts'
import { groupDigits } from '../../format/amount.ts'
import { plural } from '../../format/words.ts'
import { linkTo } from '../../router/link-to.ts'
import { zoneName, formatInstant, fromMilliseconds, toMilliseconds } from '../../format/time.ts'
import { useEpochProgress, useNodeState, connectionLook } from '../../entities/use-node-status.ts'
import { isNowhere, heldArchive } from '../../client/node-fetch.ts'
import { type EpochSpan, nodeState } from '../../client/node-status.ts'
import { useZone, usePreference } from '../../preferences/use-preferences.ts'
import { Anchor } from '../../ui/inputs/anchor.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { ScaleBar } from '../../ui/display/scale-bar.tsx'
import { hostOf } from '../../ui/feedback/failure-view.ts'
import type { Commands, Overlay } from '../commands.ts'
import { KeyCaps } from '../keyboard/key-sheet.tsx'
import { ShareMenu } from '../../ui/overlays/share-menu.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './status-line.module.css'
import { useNow } from '../../ui/use-now.ts'
import { clockOffset } from '../../client/server-clock.ts'
import { preferences } from '../../preferences/preferences.ts'
import chipStyles from './demo-chip.module.css'

/** The demo network of Lyra's own service; its chain id begins with this. */
const demoChain = 'lyra-demo'

/**
 * Says that all data is invented: of the page's own node as soon as the served page does, of any other when its chain is that
 * of the demo. `short` where there is little room.
 */
export function DemoChip({ short = false }: { short?: boolean }) {
  const { base, chainId } = useNodeState('base', 'chainId')
  const isMarked = base === '' && document.documentElement.dataset['demo'] !== undefined
  if (!isMarked && chainId?.startsWith(demoChain) !== true) return null
  return (
    <span className={chipStyles.chip} title="Demo network: invented data">
      {short ? 'Demo' : 'Demo network: invented data'}
    </span>
  )
}

/** The age of the last block, by the node's clock; `fallback` while no block is known. */
function DataAge({ fallback = 'unknown' }: { fallback?: string }) {
  const { blockTime } = useNodeState('blockTime')
  return useNow((now) =>
    blockTime === undefined ? fallback : formatAge(now + clockOffset() - toMilliseconds(blockTime)),
  )
}

/** The state of the connection, as a button that pauses updates. `age` shows the age of the data instead of the word "Live". */
export function LiveState({ age = false }: { age?: boolean }) {
  const { base, phase, until } = useNodeState('base', 'phase', 'until')
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

/** The progress of the epoch; on a stopped chain without a countdown. */
function EpochRule({ epoch, stoppedAt }: { epoch: EpochSpan; stoppedAt: bigint | undefined }) {
  const { left, percent, elapsed } = useEpochProgress(epoch)
  return (
    <Anchor
      className={styles.item}
      href={linkTo('/epochs/$epoch', { epoch: epoch.seq })}
      title="Times and blocks of this epoch"
    >
      epoch <b>{groupDigits(epoch.seq)}</b>
      <ScaleBar small percent={percent} label={`${elapsed} of the epoch has elapsed`} />
      {stoppedAt === undefined &&
        left !== undefined &&
        (left > 0 ? (
          <>
            <b>{formatCountdown(left)}</b> left
          </>
        ) : (
          'ending'
        ))}
    </Anchor>
  )
}

function LastBlock() {
  const { height } = useNodeState('height')
  const words = (
    <>
      block <b>{height === undefined ? 'unknown' : groupDigits(height)}</b>
    </>
  )
  if (height === undefined) return <span className={styles.item}>{words}</span>
  return (
    <Anchor className={styles.item} href={linkTo('/blocks/$height', { height })} title="The epoch of this block">
      {words}
    </Anchor>
  )
}

/** How many requests may be sent now, once a second: one that is under way for a moment is not worth a frame. */
function Budget() {
  const left = useNow(() => nodeState.get().budget.left)
  const max = useNow(() => nodeState.get().budget.max)
  return (
    <span className={styles.end} title="Requests that may be sent to this node now; the number recovers over time">
      budget
      <ScaleBar small percent={(left / max) * 100} label={`${left} of ${plural(max, 'request')} left`} />
      <b>
        {left} / {max}
      </b>
    </span>
  )
}

export function StatusLine({ commands, onOpen }: { commands: Commands; onOpen: (overlay: Overlay) => void }) {
  const { base, chainId, epoch, stoppedAt, phase } = useNodeState('base', 'chainId', 'epoch', 'stoppedAt', 'phase')
  const zone = useZone()
  const isArchive = phase === 'archive'
  const nowhere = isNowhere(base)
  return (
    <footer className={styles.line} aria-label="Connection">
      <LiveState />
      {!isArchive && !nowhere && (
        <Anchor className={styles.item} href="/settings" title="Choose another node">
          node <b>{hostOf(base || location.origin)}</b>
        </Anchor>
      )}
      {!nowhere && (
        <span className={classNames(styles.item, styles.chain)}>
          chain <b>{chainId ?? 'unknown'}</b>
        </span>
      )}
      {!isArchive && !nowhere && <LastBlock />}
      {!nowhere && (
        <span className={styles.item}>
          data age{' '}
          <b>
            <DataAge />
          </b>
        </span>
      )}
      {epoch && <EpochRule epoch={epoch} stoppedAt={stoppedAt} />}
      <span className={styles.demo}>
        <DemoChip />
      </span>
      {!isArchive && !nowhere && <Budget />}
      <span className={styles.share}>
        <ShareMenu />
      </span>
      <button
        type="button"
        className={styles.item}
        onClick={() => onOpen('save')}
        aria-label="Save this view"
        aria-haspopup="dialog"
        title="Save this view under a name (s)"
      >
        <Icon name="star" size="0.875rem" />
      </button>
      <button type="button" className={styles.item} onClick={commands.zone} title="Switch the time zone (z)">
        zone <b>{zoneName(zone)}</b>
      </button>
      <button type="button" className={styles.item} onClick={() => onOpen('keys')} aria-label="Keyboard shortcuts">
        <KeyCaps keys="?" /> shortcuts
      </button>
    </footer>
  )
}
