import { formatInstant, fromMilliseconds } from '../../format/time.ts'
import { connectionLook } from '../../entities/connection-style.ts'
import { useNodeState } from '../../entities/use-node-status.ts'
import { usePreferences, useZone } from '../../preferences/use-preferences.ts'
import { Countdown } from '../../ui/feedback/countdown.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

const ownNow = (): bigint => fromMilliseconds(Date.now())

/** Why nothing new comes in, and until when. */
export function BannerNotice() {
  const { phase, until } = useNodeState()
  const zone = useZone()
  const { live } = usePreferences()
  const { state } = connectionLook[phase]
  if (phase === 'offline' || phase === 'no-answer') {
    return (
      <Notice state={state}>
        {phase === 'offline'
          ? 'This device is offline. What you see stays and goes on when the network is back.'
          : `The node does not answer. What you see stays, and it is asked again ${
              live ? 'every ten seconds' : 'when you ask: live updates are paused'
            }.`}
      </Notice>
    )
  }
  if (until === undefined) return null
  const end = fromMilliseconds(until)
  return (
    <Notice state={state}>
      {phase === 'banned'
        ? 'The node has banned this address for asking too much. Nothing is sent from any tab for '
        : 'The node asked for a pause. Nothing is sent from any tab for '}
      <Countdown until={end} now={ownNow} />, until {formatInstant(end, zone, { date: false })}.
    </Notice>
  )
}
