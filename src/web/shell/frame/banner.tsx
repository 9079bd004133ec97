import { useNodeState } from '../../entities/use-node-status.ts'
import { isAway } from '../../api/status/connection.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useObservable } from '../../use-observable.ts'
import { BannerNotice } from './banner-notice.tsx'
import { loadTrouble } from '../load-failures.ts'

/** Says above every page why nothing new comes in, and until when. Silent while the node answers. */
function NodeBanner() {
  const { phase } = useNodeState()
  return isAway(phase) && <BannerNotice />
}

/** A part of this build could not be had because the server has another: only the reader reloads. */
function VersionBanner() {
  const trouble = useObservable(loadTrouble)
  if (trouble !== 'new') return null
  return (
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
  )
}

/** What concerns every page, above it. */
export function Banner() {
  return (
    <>
      <VersionBanner />
      <NodeBanner />
    </>
  )
}
