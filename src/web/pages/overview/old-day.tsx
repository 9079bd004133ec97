import { formatAge } from '../../format/duration.ts'
import { formatInstant, toMilliseconds } from '../../format/time.ts'
import { useNow } from '../../listing/freshness.tsx'
import { useStoppedAt } from '../../listing/use-node-state.ts'
import { serverNow } from '../../node/clock.ts'
import { useZone } from '../../preferences/use-preferences.ts'
import { Notice } from '../../ui/notice.tsx'

function Said({ stoppedAt }: { stoppedAt: bigint }) {
  const zone = useZone()
  useNow()
  return (
    <Notice>
      The last block is{' '}
      <time title={formatInstant(stoppedAt, zone)}>{formatAge(toMilliseconds(serverNow() - stoppedAt))}</time> old: 24 h
      is the day before it.
    </Notice>
  )
}

/** Says which day is meant on a network that stands still; nothing while blocks come. */
export function OldDay({ className }: { className: string | undefined }) {
  const stoppedAt = useStoppedAt()
  return stoppedAt === undefined ? null : (
    <div className={className}>
      <Said stoppedAt={stoppedAt} />
    </div>
  )
}
