import { formatInstant, fromMilliseconds } from '../../format/time.ts'
import { connectionLook } from '../../entities/connection-style.ts'
import { useNodeState } from '../../entities/use-node-status.ts'
import { isAway } from '../../api/status/connection.ts'
import { usePreferences, useZone } from '../../preferences/use-preferences.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Countdown } from '../../ui/feedback/countdown.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useObservable } from '../../use-observable.ts'
import { loadTrouble } from '../load-failures.ts'

const browserNow = (): bigint => fromMilliseconds(Date.now())

/** Says why no new data arrives, and until when; nothing while the node responds. */
function NodeBanner() {
  const { phase, until } = useNodeState()
  const zone = useZone()
  const { live } = usePreferences()
  const { state } = connectionLook[phase]
  if (!isAway(phase)) return null
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
      <Countdown until={end} now={browserNow} />, until {formatInstant(end, zone, { date: false })}.
    </Notice>
  )
}

/** What concerns every page: a new build on the server, and a node from which nothing comes. */
export function Banner() {
  const trouble = useObservable(loadTrouble)
  return (
    <>
      {trouble === 'new' && (
        <Notice
          state="watch"
          action={
            <Button small variant="primary" icon="refresh" onClick={() => location.reload()}>
              Reload
            </Button>
          }
        >
          A new version of Lyra is available.
        </Notice>
      )}
      <NodeBanner />
    </>
  )
}
