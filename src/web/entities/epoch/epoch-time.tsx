import { chainNow } from '../../client/node-status.ts'
import { Exact } from '../../ui/display/exact.tsx'
import { useStoppedAt } from '../use-node-status.ts'
import { EpochCell } from './cell.tsx'
import { epochAge } from './epoch-age.ts'
import { useEpoch } from './use-epoch.ts'

/**
 * Roughly when an epoch began, then its number; the number alone where the running epoch is not known. `bare` leaves out
 * the word that it is an estimate, which then stands in the head of the column.
 */
export function EpochTime({ epoch, bare = false }: { epoch: string; bare?: boolean }) {
  const running = useEpoch()
  const stopped = useStoppedAt() !== undefined
  const age = running && !stopped ? epochAge(epoch, running, chainNow()) : undefined
  if (age === undefined) return <EpochCell epoch={epoch} />
  const words = bare || epoch === running?.seq ? age : `about ${age}`
  return (
    // One element: the cells of a list are flexible boxes, which drop the space between two.
    <span>
      <Exact exact="Estimated from the length of the running epoch: the node records the epoch, not the time">
        {words}
      </Exact>{' '}
      <small className="muted">
        <EpochCell epoch={epoch} />
      </small>
    </span>
  )
}
