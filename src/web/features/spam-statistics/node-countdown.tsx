import { clockSource, serverNow } from '../../api/status/server-clock.ts'
import { Countdown, type CountdownProps } from '../../ui/feedback/countdown.tsx'
import { Lozenge } from '../../ui/display/lozenge.tsx'

export interface NodeCountdownProps extends Omit<CountdownProps, 'now'> {
  /** Whether another countdown beside it says whose clock counts. */
  unlabelled?: boolean
}

/** Counts by the node's clock; says so when only the clock of this device could be read. */
export function NodeCountdown({ unlabelled = false, ...props }: NodeCountdownProps) {
  return (
    <>
      <Countdown {...props} now={serverNow} />
      {!unlabelled && clockSource() === 'local' && (
        <>
          {' '}
          <span title="The node’s time could not be read: this counts by the clock of this device.">
            <Lozenge tone="line">local clock</Lozenge>
          </span>
        </>
      )}
    </>
  )
}
