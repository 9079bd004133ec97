import { formatInstant, fromMilliseconds } from '../format/time.ts'
import { useNodeState } from '../listing/use-node-state.ts'
import type { Phase } from '../node/node-state.ts'
import { usePreferences, useZone } from '../preferences/use-preferences.ts'
import { Countdown } from '../ui/countdown.tsx'
import { Notice } from '../ui/notice.tsx'
import type { RiskState } from '../ui/risk-state.ts'

const looks: Readonly<Partial<Record<Phase, RiskState>>> = { limited: 'near', banned: 'banned', offline: 'limit' }
const ownNow = (): bigint => fromMilliseconds(Date.now())

/** Why nothing new comes in, and until when. */
export function BannerNotice() {
  const { phase, until, trouble } = useNodeState()
  const zone = useZone()
  const { live } = usePreferences()
  const look = looks[phase]
  if (look === undefined) return null
  if (phase === 'offline') {
    return (
      <Notice state={look}>
        {trouble === 'offline'
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
    <Notice state={look}>
      {phase === 'banned'
        ? 'The node has banned this address for asking too much. Nothing is sent from any tab for '
        : 'The node asked for a pause. Nothing is sent from any tab for '}
      <Countdown until={end} now={ownNow} />, until {formatInstant(end, zone, { date: false })}.
    </Notice>
  )
}
