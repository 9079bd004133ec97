import { clockSource, serverNow } from '../../node/clock.ts'
import { Countdown, type CountdownProps } from '../../ui/countdown.tsx'
import { Lozenge } from '../../ui/lozenge.tsx'

/** Counts by the node's clock; says so when only the clock of this device could be read. */
export function NodeCountdown(props: Omit<CountdownProps, 'now'>) {
  return (
    <>
      <Countdown {...props} now={serverNow} />
      {clockSource() === 'local' && (
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
