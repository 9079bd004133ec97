import { formatAge } from '../../format/duration.ts'
import { useNow } from '../../ui/use-now.ts'
import { formatInstant, fromMilliseconds } from '../../format/time.ts'
import { connectionLook, useNodeState } from '../../entities/use-node-status.ts'
import { isAway } from '../../client/connection.ts'
import { dismissFormerChain } from '../../client/node-status.ts'
import { usePreference, useZone } from '../../preferences/use-preferences.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Countdown } from '../../ui/feedback/countdown.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { storageFailure } from '../../storage-failure.ts'
import { useObservable } from '../../use-observable.ts'
import { watched } from '../../features/spam-statistics/watcher/watched.ts'
import { loadFailure } from '../load-failures.ts'

/** How old everything on the page is at least; a component of its own, so that the banner does not render every second. */
function LastAnswer({ at }: { at: number }) {
  return <span aria-live="off"> Last answer {useNow((now) => formatAge(now - at))} ago.</span>
}

const browserNow = (): bigint => fromMilliseconds(Date.now())

/**
 * Says why no new data arrives, and until when; nothing while the node responds. Before anything was loaded the panels say why they
 * are empty, and the status line that the node does not respond: `unlessTold` is for pages that have these.
 */
function NodeBanner({ unlessTold }: { unlessTold: boolean }) {
  const { phase, until, lastResponseAt } = useNodeState('phase', 'until', 'lastResponseAt')
  const zone = useZone()
  const live = usePreference('live')
  const shown = lastResponseAt === undefined ? 'Nothing was loaded;' : 'Showing the last values;'
  const { state } = connectionLook[phase]
  if (!isAway(phase)) return null
  if (phase === 'offline' || phase === 'no-answer') {
    if (lastResponseAt === undefined && unlessTold) return null
    return (
      <Notice state={state}>
        {phase === 'offline'
          ? `This device is offline. ${shown} loading resumes when the network is back.`
          : `Node not responding. ${shown} ${live ? 'retrying every 10 s' : 'live updates are paused'}.`}
        {lastResponseAt !== undefined && <LastAnswer at={lastResponseAt} />}
      </Notice>
    )
  }
  if (until === undefined) return null
  const end = fromMilliseconds(until)
  return (
    <Notice state={state}>
      {phase === 'banned'
        ? 'This node has banned your IP for too many requests. All tabs are paused for '
        : 'Rate limited by this node. All tabs are paused for '}
      <Countdown until={end} now={browserNow} />, until {formatInstant(end, zone, { date: false })}.
    </Notice>
  )
}

/** Says that an address answers for another chain than before. */
function ChainBanner() {
  const { chainId, formerChain } = useNodeState('chainId', 'formerChain')
  if (formerChain === undefined || chainId === undefined) return null
  const was =
    formerChain === chainId
      ? `The chain ${chainId} of this node began anew`
      : `This node now serves the chain ${chainId}`
  return (
    <Notice
      state="watch"
      action={
        <Button small onClick={dismissFormerChain}>
          Dismiss
        </Button>
      }
    >
      {was}
      {formerChain !== chainId && `; before, it served ${formerChain}`}. Nothing shown here is of the chain before;
      watched parties, saved views and files may be.
    </Notice>
  )
}

/** Banners of every page: a new build on the server, alerts that are not running, storage that keeps nothing, another chain, a node without responses. */
export function Banner({ hasStatusLine }: { hasStatusLine: boolean }) {
  const trouble = useObservable(loadFailure)
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
      {useObservable(watched.unloaded) && (
        <Notice state="stale">
          Limits are not read, alerts are not running: a part of Lyra could not be loaded. It is tried every 10 s.
        </Notice>
      )}
      {useObservable(storageFailure) && (
        <Notice
          state="watch"
          action={
            <Button small onClick={storageFailure.dismiss}>
              Dismiss
            </Button>
          }
        >
          This browser keeps nothing for Lyra: its storage is full or blocked. What you set and what was read of limits
          lasts until this tab closes.
        </Notice>
      )}
      <ChainBanner />
      <NodeBanner unlessTold={hasStatusLine} />
    </>
  )
}
