import { clockSource, serverNow } from '../../client/server-clock.ts'
import { Countdown, type CountdownProps } from '../../ui/feedback/countdown.tsx'
import { Lozenge } from '../../ui/display/lozenge.tsx'

export interface NodeCountdownProps extends Omit<CountdownProps, 'now'> {
  /** Another countdown beside it names the clock. */
  unlabelled?: boolean
}

/** Counts by the node's clock; labelled when only the clock of this device could be read. */
export function NodeCountdown({ unlabelled = false, ...props }: NodeCountdownProps) {
  return (
    <>
      <Countdown {...props} now={serverNow} />
      {!unlabelled && clockSource() === 'local' && (
        <>
          {' '}
          <span title="The node’s clock could not be read, so this countdown uses your device’s clock.">
            <Lozenge tone="line">local clock</Lozenge>
          </span>
        </>
      )}
    </>
  )
}
