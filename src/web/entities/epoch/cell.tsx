import { groupDigits } from '../../format/amount.ts'
import { linkTo } from '../../router/link-to.ts'
import { Anchor } from '../../ui/inputs/anchor.tsx'
import styles from '../market/cell.module.css'
import { type EpochSpan, chainNow } from '../../client/node-status.ts'
import { roundDuration } from '../../format/duration.ts'
import { toMilliseconds } from '../../format/time.ts'
import { Exact } from '../../ui/display/exact.tsx'
import { useStoppedAt } from '../use-node-status.ts'
import { useEpoch } from './use-epoch.ts'

/** The number of an epoch, with a link to its page. */
export const EpochCell = ({ epoch }: { epoch: string }) => (
  <Anchor className={styles.link} href={linkTo('/epochs/$epoch', { epoch })} title={`Epoch ${groupDigits(epoch)}`}>
    {groupDigits(epoch)}
  </Anchor>
)

/** The height of a block, with a link to its page. */
export const BlockCell = ({ height }: { height: string }) => (
  <Anchor className={styles.link} href={linkTo('/blocks/$height', { height })} title={`Block ${groupDigits(height)}`}>
    {groupDigits(height)}
  </Anchor>
)

/**
 * Roughly how long ago an epoch began, if all epochs since were as long as the running one: records name the epoch alone,
 * and reading its time is a request for each. undefined for an epoch that is not over by the running one.
 */
export function epochAge(epoch: string, { seq, start, end }: EpochSpan, now: bigint): string | undefined {
  const behind = /^\d+$/.test(epoch) ? BigInt(seq) - BigInt(epoch) : -1n
  if (behind === 0n) return 'this epoch'
  if (behind < 0n || end <= start) return undefined
  return `${roundDuration(toMilliseconds(now - start + behind * (end - start)))} ago`
}

/**
 * Roughly when an epoch began, then its number; the number alone where the running epoch is not known. `bare` leaves out
 * the word that it is an estimate, which the head of the column then says; `plain` shows the number in the title only.
 */
export function EpochTime({ epoch, bare = false, plain = false }: { epoch: string; bare?: boolean; plain?: boolean }) {
  const running = useEpoch()
  const stopped = useStoppedAt() !== undefined
  const age = running && !stopped ? epochAge(epoch, running, chainNow()) : undefined
  if (age === undefined) return <EpochCell epoch={epoch} />
  const estimate = 'Estimated from the length of the running epoch: the node records the epoch, not the time'
  if (plain) return <Exact exact={`Epoch ${groupDigits(epoch)}. ${estimate}`}>{age}</Exact>
  const words = bare || epoch === running?.seq ? age : `about ${age}`
  return (
    // One element: the cells of a list are flexible boxes, which drop the space between two.
    <span>
      <Exact exact={estimate}>{words}</Exact>{' '}
      <small className="muted">
        <EpochCell epoch={epoch} />
      </small>
    </span>
  )
}
